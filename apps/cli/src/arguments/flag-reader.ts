import { ArchiveError, defaultLimits, type Limits } from '@packwright/core';
import { parseSize } from '../output/size.ts';
import type { ParsedCommand } from './verb.ts';

/** The values of a command's flags, as verbs ask for them. */
export class FlagReader {
  readonly command: ParsedCommand;

  constructor(command: ParsedCommand) {
    this.command = command;
  }

  get operands(): readonly string[] {
    return this.command.operands;
  }

  /** The last value of a flag. */
  flag(name: string): string | undefined {
    return this.flags(name).at(-1);
  }

  /** Whether a flag is given. */
  has(name: string): boolean {
    return this.command.flags.has(name);
  }

  /** All values of a flag that may be given several times. */
  flags(name: string): readonly string[] {
    return this.command.flags.get(name) ?? [];
  }

  /** A whole number from a flag. */
  count(name: string): number | undefined {
    return this.counts(name).at(-1);
  }

  /** Whole numbers from a flag that may be given several times. */
  counts(name: string): readonly number[] {
    return this.flags(name).map((text) => {
      if (/^\d{1,15}$/.test(text)) return Number(text);
      throw new ArchiveError('OPTION_INVALID', `--${name} is "${text}", expected a whole number.`);
    });
  }

  /** Bytes from a flag such as `--memory 64M`. */
  size(name: string): number | undefined {
    const text = this.flag(name);
    return text === undefined ? undefined : parseSize(text, name);
  }

  /** `--option k=v` as an object; `--option k` is short for `k=true`. */
  options(): Record<string, string> {
    return Object.fromEntries(
      this.flags('option').map((text) => {
        const at = text.indexOf('=');
        return at < 0 ? [text, 'true'] : [text.slice(0, at), text.slice(at + 1)];
      }),
    );
  }

  /** The limits, with those that the user sets. */
  limits(): Limits {
    return {
      ...defaultLimits,
      entries: this.count('limit-entries') ?? defaultLimits.entries,
      depth: this.count('limit-depth') ?? defaultLimits.depth,
      entrySize: this.size('limit-entry-size') ?? defaultLimits.entrySize,
      totalSize: this.size('limit-total-size') ?? defaultLimits.totalSize,
      memory: this.size('memory') ?? defaultLimits.memory,
    };
  }
}
