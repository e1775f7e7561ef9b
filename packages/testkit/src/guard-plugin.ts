import {
  ArchiveError,
  type ArchiveIndex,
  type Codec,
  type EntryTable,
  type FormatPlugin,
} from '@packwright/core';
import { describeError } from './assert.ts';

/** Called when a plugin lets something else out than an `ArchiveError`. */
export type ReportViolation = (text: string) => void;

/**
 * The same plugin, watched at its border. Core turns whatever a plugin throws into an `ArchiveError`, so that users
 * are safe; whether the plugin itself kept its promise can only be seen here.
 */
export function guardPlugin(plugin: FormatPlugin, report: ReportViolation): FormatPlugin {
  const guarded: FormatPlugin = {
    ...plugin,
    detect: (probe) => watch('detect', report, () => plugin.detect(probe)),
    open: async (source, context) => {
      const index = await watch('open', report, () => plugin.open(source, context));
      return guardIndex(index, report);
    },
  };
  if (plugin.codecs === undefined) return guarded;
  return { ...guarded, codecs: plugin.codecs.map((codec) => guardCodec(codec, report)) };
}

function guardIndex(index: ArchiveIndex, report: ReportViolation): ArchiveIndex {
  const { entries } = index;
  const { hashLow, hashHigh, hashesInto } = entries;
  const table: EntryTable = {
    length: entries.length,
    at: (number) => watch(`entries.at(${number})`, report, () => entries.at(number)),
    ...(hashLow === undefined ? {} : { hashLow: (number: number) => hashLow.call(entries, number) }),
    ...(hashHigh === undefined ? {} : { hashHigh: (number: number) => hashHigh.call(entries, number) }),
    ...(hashesInto === undefined
      ? {}
      : { hashesInto: (first: number, into: Uint32Array) => hashesInto.call(entries, first, into) }),
  };
  return { ...index, entries: table };
}

function guardCodec(codec: Codec, report: ReportViolation): Codec {
  return {
    ...codec,
    decode: (input, step, size, context) =>
      watch(`the codec ${codec.id}`, report, () => codec.decode(input, step, size, context)),
  };
}

function watch<T>(what: string, report: ReportViolation, work: () => T): T {
  const note = (error: unknown): never => {
    if (!ArchiveError.is(error)) report(`${what} threw ${describeError(error)}, expected an ArchiveError`);
    throw error;
  };
  try {
    const result = work();
    return result instanceof Promise ? (result.catch(note) as T) : result;
  } catch (error) {
    return note(error);
  }
}
