import { commonFlags } from './arguments/common-flags.ts';
import type { Flag, Verb } from './arguments/verb.ts';
import type { Output } from './output/output.ts';
import { findVerb, verbGroups, verbs } from './verbs/verbs.ts';

const examples: Verb['examples'] = [
  ['packwright list pak0.pak', 'what is in it'],
  ['packwright extract pak0.pak -o out', 'take everything out'],
  [
    "packwright cat 'data.vpp_pc!/weapons.str2_pc!/rifle.cpeg_pc' > rifle.cpeg_pc",
    'a file inside an archive inside an archive',
  ],
  ['packwright create -f quake-pak mod.pak mod/', 'make an archive of a folder'],
];

/** The first screen: what there is, and what to try. */
export function printHelp(output: Output): void {
  if (output.isJson) {
    output.object({ schema: 1, verbs: verbs.map(verbJson), commonFlags });
    return;
  }
  const { bold, dim } = output.palette;
  output.line(`${bold('packwright')} reads, checks, edits and writes game archives.`);
  output.line();
  output.line(`${bold('Usage:')} packwright VERB ARCHIVE […]   ${dim('(short name: pkw)')}`);
  const width = Math.max(...verbs.map((verb) => verb.name.length));
  for (const { title, verbs: members } of verbGroups) {
    output.line();
    output.line(bold(title));
    for (const { name, summary, aliases } of members) {
      const short = aliases === undefined ? '' : dim(` (${aliases.join(', ')})`);
      output.line(`  ${name.padEnd(width)}  ${summary}${short}`);
    }
  }
  printExamples(output, examples);
  output.line();
  output.line(dim('A path goes into archives with !/, as deep as you like. More: packwright help VERB'));
}

/** Help for one verb; for `help VERB` the verb it asks about. */
export function printVerbHelp(output: Output, verb: Verb, operands: readonly string[] = []): void {
  const asked = verb.name === 'help' ? findVerb(operands[0]) : verb;
  if (asked === undefined) printHelp(output);
  else if (output.isJson) output.object({ schema: 1, verb: verbJson(asked), commonFlags });
  else printAsked(output, asked);
}

function printAsked(output: Output, asked: Verb): void {
  const { bold, dim } = output.palette;
  output.line(`${bold(`packwright ${asked.name}`)} ${asked.operands}`.trimEnd());
  output.line();
  output.line(`  ${asked.summary}.`);
  if (asked.details !== undefined) for (const line of asked.details.split('\n')) output.line(`  ${line}`);
  if (asked.flags.length > 0) printFlags(output, 'Flags', asked.flags);
  if (asked.examples.length > 0) printExamples(output, asked.examples);
  printFlags(output, 'Common flags', commonFlags);
  if (asked.aliases !== undefined) {
    output.line();
    output.line(dim(`Also called: ${asked.aliases.join(', ')}`));
  }
}

/**
 * A flag as it is typed: `-o, --output DIR`.
 *
 * @public The script that writes docs/cli.md uses it, too.
 */
export function describeFlag({ name, short, value, optionalValue }: Flag): string {
  const long =
    value === undefined ? `--${name}` : optionalValue ? `--${name}[=${value}]` : `--${name} ${value}`;
  return short === undefined ? long : `-${short}, ${long}`;
}

function printExamples(output: Output, shown: Verb['examples']): void {
  output.line();
  output.line(output.palette.bold('Examples'));
  for (const [command, meaning] of shown) {
    output.line(`  ${output.palette.dim(`# ${meaning}`)}`);
    output.line(`  ${command}`);
  }
}

function printFlags(output: Output, title: string, flags: readonly Flag[]): void {
  const names = flags.map((flag) => `${flag.short === undefined ? '    ' : ''}${describeFlag(flag)}`);
  const width = Math.max(...names.map(({ length }) => length));
  output.line();
  output.line(output.palette.bold(title));
  for (const [number, flag] of flags.entries()) {
    output.line(`  ${(names[number] ?? '').padEnd(width)}  ${flag.summary}`);
  }
}

function verbJson({ name, aliases, operands, summary, flags }: Verb): Record<string, unknown> {
  return { name, aliases: aliases ?? [], operands, summary, flags };
}
