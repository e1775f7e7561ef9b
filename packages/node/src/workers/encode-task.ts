import {
  type CodecContext,
  CodecRegistry,
  type CodecStep,
  encodeSteps,
  isWorthwhile,
} from '@packwright/core';
import { importCodecs } from '../discovery/discovered-format.ts';
import { FileContent } from '../files/file-content.ts';
import type { EncodedFiles, FilePart } from './file-batches.ts';

/** What a thread encodes: bytes that are sent to it, or files that it reads itself. */
export type EncodeWork =
  | {
      readonly input: Uint8Array;
      readonly steps: readonly CodecStep[];
      readonly onlyBelow: number | undefined;
    }
  | { readonly files: readonly FilePart[] };

/** One module for each pool, so the last one is kept. */
let prepared: { readonly moduleUrl: string | undefined; readonly context: Promise<CodecContext> } | undefined;
/** A larger buffer is not kept for the next batch. */
export const keptScratch: number = 2 ** 20;
/** What files are read into, one after the other. */
let scratch = new Uint8Array(0);

/** Encodes in this thread; for sent bytes nothing when the result is not worth it, files are then given as they are. */
export async function runEncode(
  work: EncodeWork,
  moduleUrl: string | undefined,
): Promise<Uint8Array | EncodedFiles | undefined> {
  if (prepared === undefined || prepared.moduleUrl !== moduleUrl)
    prepared = { moduleUrl, context: openContext(moduleUrl) };
  const context = await prepared.context;
  if ('files' in work) return encodeFiles(work.files, context);
  const { input, steps, onlyBelow } = work;
  const encoded = await encodeSteps(input, steps, context);
  return isWorthwhile(encoded.length, input.length, onlyBelow) ? encoded : undefined;
}

async function encodeFiles(files: readonly FilePart[], context: CodecContext): Promise<EncodedFiles> {
  const results: Uint8Array[] = [];
  const flags: boolean[] = [];
  for (const { path, size, from, length, steps, onlyBelow } of files) {
    if (scratch.length < length) scratch = new Uint8Array(length);
    const plain = scratch.subarray(0, length);
    new FileContent(path, size).readInto(from, plain);
    const encoding = encodeSteps(plain, steps, context);
    // Awaited only where it must be: there are many small files.
    const encoded = encoding instanceof Promise ? await encoding : encoding;
    const isEncoded = isWorthwhile(encoded.length, length, onlyBelow);
    const kept = isEncoded ? encoded : plain;
    // The buffer is used again for the next file, and a codec may give back the bytes it was given.
    results.push(kept.buffer === scratch.buffer ? kept.slice() : kept);
    flags.push(isEncoded);
  }
  if (scratch.length > keptScratch) scratch = new Uint8Array(0);
  return { bytes: join(results), lengths: results.map(({ length }) => length), flags };
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

async function openContext(moduleUrl: string | undefined): Promise<CodecContext> {
  const registry = new CodecRegistry(
    moduleUrl === undefined ? [] : await importCodecs(moduleUrl, 'of the archive'),
  );
  return {
    keys: { get: () => undefined },
    strict: true,
    codec: (id) => registry.get(id),
    report: () => {},
  };
}
