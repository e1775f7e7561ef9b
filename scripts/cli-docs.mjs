// Writes docs/cli.md and the man page from the built command's table of verbs; with --check it only compares.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { argv } from 'node:process';
import { root } from './run.mjs';

const { commonFlags, describeFlag, verbGroups } = await import('../apps/cli/dist/command.cjs');

const exitCodes = [
  [0, 'done'],
  [1, 'done, with problems in some entries'],
  [2, 'wrong usage, or a write that the format cannot express'],
  [3, 'format not recognised, or ambiguous'],
  [4, 'damaged archive or checksum mismatch'],
  [5, 'key missing or wrong, or a codec that is not installed'],
  [6, 'nothing matched'],
  [7, 'refused as unsafe, or over a limit'],
  [8, 'reading or writing failed (disk full, permission, changed while reading)'],
  [130, 'interrupted'],
];

const variables = [
  ['NO_COLOR', 'no colours, unless --color always is given'],
  ['FORCE_COLOR', 'colours even where the output is no terminal; 0 turns them off'],
  ['TERM', 'dumb turns colours and the progress bar off'],
  ['CI', 'turns the progress bar off'],
  ['XDG_CONFIG_HOME', 'where imported keys are kept, on Linux'],
  ['XDG_CACHE_HOME', 'where compiled code is kept so that the command starts sooner, on Linux'],
  ['PACKWRIGHT_NO_CACHE', 'keeps no compiled code'],
];

const paths =
  'A path may go into archives: `data.vpp_pc!/weapons.str2_pc!/rifle.cpeg_pc`. The longest prefix that is a file on the ' +
  'disk is the outer archive; `-` is standard input. Patterns are globs: `*` and `?` stay in a folder, `**` goes through ' +
  'folders, a leading `!` excludes, and a folder or archive stands for everything in it. Where a path is ambiguous, the ' +
  'error lists the numbers and `--index N` decides.';

const manners =
  'Data goes to standard output, everything else to standard error. `--json` gives one object with `"schema": 1`, ' +
  '`--json=lines` one entry a line; errors and warnings are then JSON objects on standard error. A closed pipe ends ' +
  'quietly, Ctrl-C removes temporary files, and nothing is ever asked.';

const outputs = [
  ['docs/cli.md', markdown()],
  ['apps/cli/man/packwright.1', manPage()],
];

for (const [path, text] of outputs) {
  const file = join(root, path);
  if (!argv.includes('--check')) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } else if (read(file) !== text) {
    console.error(`${path} is out of date: run "npm run docs".`);
    process.exitCode = 1;
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function markdown() {
  const lines = [
    '# The command `packwright`',
    '',
    '<!-- Made from the table of verbs by scripts/cli-docs.mjs. -->',
    '',
    '`packwright` (short name `pkw`) reads, checks, edits and writes game archives.',
    '',
    paths,
    '',
    manners,
    '',
    '## Exit codes',
    '',
    ...table(['code', 'meaning'], exitCodes),
    '',
    '## Environment',
    '',
    ...table(
      ['variable', 'effect'],
      variables.map(([name, effect]) => [`\`${name}\``, effect]),
    ),
    '',
    '## Flags of every verb',
    '',
    ...flagTable(commonFlags),
  ];
  for (const { title, verbs } of verbGroups) {
    lines.push('', `## ${title}`);
    for (const verb of verbs) lines.push('', ...verbSection(verb));
  }
  return `${lines.join('\n')}\n`;
}

function verbSection({ name, aliases = [], operands, summary, details, flags, examples }) {
  const also =
    aliases.length === 0 ? '' : ` Short name: ${aliases.map((alias) => `\`${alias}\``).join(', ')}.`;
  return [
    `### ${name}`,
    '',
    `\`packwright ${`${name} ${operands}`.trim()}\``,
    '',
    `${capital(summary)}.${also}`,
    ...(details === undefined ? [] : ['', details]),
    ...(flags.length === 0 ? [] : ['', ...flagTable(flags)]),
    ...(examples.length === 0
      ? []
      : ['', '```sh', ...examples.flatMap(([command, meaning]) => [`# ${meaning}`, command]), '```']),
  ];
}

function flagTable(flags) {
  return table(
    ['flag', 'meaning'],
    flags.map((flag) => [`\`${describeFlag(flag)}\``, flag.summary]),
  );
}

function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)];
}

function manPage() {
  const item = (name, meaning) => ['.TP', `.B ${roff(name)}`, roff(meaning)];
  const lines = [
    '.\\" Made from the table of verbs by scripts/cli-docs.mjs.',
    '.TH PACKWRIGHT 1 "" "packwright" "User Commands"',
    '.SH NAME',
    'packwright, pkw \\- read, check, edit and write game archives',
    '.SH SYNOPSIS',
    '.B packwright',
    '.I VERB',
    '[\\fIFLAG\\fR]... [\\fIARGUMENT\\fR]...',
    '.SH DESCRIPTION',
    roff(paths.replaceAll('`', '')),
    '.PP',
    roff(manners.replaceAll('`', '')),
  ];
  for (const { title, verbs } of verbGroups) {
    lines.push(`.SH ${roff(title.toUpperCase())}`);
    for (const { name, aliases = [], operands, summary, details, flags } of verbs) {
      const also = aliases.length === 0 ? '' : ` (${aliases.join(', ')})`;
      lines.push('.SS', roff(`${name}${also} ${operands}`.trim()), roff(`${capital(summary)}.`));
      if (details !== undefined) lines.push('.PP', roff(details));
      for (const flag of flags) lines.push(...item(describeFlag(flag), flag.summary));
    }
  }
  lines.push(
    '.SH FLAGS OF EVERY VERB',
    ...commonFlags.flatMap((flag) => item(describeFlag(flag), flag.summary)),
  );
  lines.push('.SH EXIT STATUS', ...exitCodes.flatMap(([code, meaning]) => item(String(code), meaning)));
  lines.push('.SH ENVIRONMENT', ...variables.flatMap(([name, effect]) => item(name, effect)));
  return `${lines.join('\n')}\n`;
}

/** Text as the man page's language takes it: its own characters masked, no line that looks like a request. */
function roff(text) {
  const masked = text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('…', '...');
  return masked.replaceAll('’', "'").replace(/^[.']/, '\\&$&');
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
