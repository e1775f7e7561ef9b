import type { CommandContext } from '../command-context.ts';

/** A flag of the command or of one verb. */
export interface Flag {
  readonly name: string;
  readonly short?: string;
  /** What stands behind it in help; absent for switches. */
  readonly value?: string;
  /** The value may be left out (`--json`, `--json=lines`). */
  readonly optionalValue?: boolean;
  /** May be given several times. */
  readonly repeatable?: boolean;
  readonly choices?: readonly string[];
  readonly summary: string;
}

/** One verb as data: parsing, help, completion and docs all come from this. */
export interface Verb {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** What stands behind the verb in help, such as `ARCHIVE [PATTERN…]`. */
  readonly operands: string;
  readonly summary: string;
  readonly details?: string;
  readonly least: number;
  readonly most: number;
  readonly flags: readonly Flag[];
  readonly examples: readonly (readonly [command: string, meaning: string])[];
  /** Imported only when the verb runs. */
  load(): Promise<{ run(context: CommandContext): Promise<number> }>;
}

/** What the user typed, checked against the table. */
export interface ParsedCommand {
  readonly verb: Verb;
  readonly operands: readonly string[];
  readonly flags: ReadonlyMap<string, readonly string[]>;
}
