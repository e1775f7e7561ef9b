// The command as one program: `bin.ts` runs its `main`, and the pages of the manual are made of the rest.
export { commonFlags } from './arguments/common-flags.ts';
export { describeFlag } from './help.ts';
export { main } from './main.ts';
export { isAllSaid } from './output/standard-streams.ts';
export { verbGroups } from './verbs/verbs.ts';
