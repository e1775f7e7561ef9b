// What the generated pages of the manual are made of: scripts/cli-docs.mjs loads it from the build.
export { commonFlags } from './arguments/common-flags.ts';
export { describeFlag } from './help.ts';
export { verbGroups } from './verbs/verbs.ts';
