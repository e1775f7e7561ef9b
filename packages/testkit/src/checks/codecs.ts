import {
  ArchiveError,
  type Codec,
  type CodecContext,
  CodecRegistry,
  type CodecStep,
  type FormatPlugin,
  type Keys,
  type Transform,
} from '@packwright/core';
import { assert, assertBytes, describeError, fail } from '../assert.ts';
import type { Check } from '../check.ts';
import { noise } from '../foreign-files.ts';
import type { Sample } from '../sample.ts';

/** The plugin's own codecs, with the steps that its fixtures use them in. */
export function codecChecks(plugin: FormatPlugin, samples: readonly Sample[]): readonly Check[] {
  return (plugin.codecs ?? []).flatMap((codec) => {
    const eachStep = async (check: (use: CodecUse) => Promise<void>): Promise<void> => {
      const uses = await findUses(plugin, codec, samples);
      for (const use of uses) await check(use);
      if (uses.length === 0) await checkUnused(plugin, codec, samples, check);
    };
    const checks: Check[] = [
      { name: `decodes noise with ${codec.id} without failing badly`, run: () => eachStep(checkNoise) },
    ];
    if (codec.encode === undefined) return checks;
    checks.push({ name: `decodes what it encodes with ${codec.id}`, run: () => eachStep(checkRoundTrip) });
    checks.push({ name: `keeps the ratio that ${codec.id} states`, run: () => eachStep(checkRatio) });
    if (codec.framing !== undefined)
      checks.push({ name: `frames with ${codec.id} as it says`, run: () => eachStep(checkFraming) });
    return checks;
  });
}

interface CodecUse {
  readonly codec: Codec;
  readonly step: CodecStep;
  readonly context: CodecContext;
}

/** Steps with this codec in the fixtures. */
async function findUses(
  plugin: FormatPlugin,
  codec: Codec,
  samples: readonly Sample[],
): Promise<readonly CodecUse[]> {
  const uses = new Map<string, CodecUse>();
  for (const sample of samples) {
    const archive = await sample.openSound();
    const rows = [...archive.entries()].flatMap(({ row }) => [...row.extents, ...(row.body ?? [])]);
    for (const extent of [...rows, ...(archive.index.regions ?? [])]) {
      if ('bytes' in extent) continue;
      for (const step of extent.steps ?? []) {
        if (step.codec !== codec.id) continue;
        const context = makeContext(plugin, sample.fixture.keys);
        uses.set(JSON.stringify(step), { codec, step, context });
      }
    }
  }
  return [...uses.values()].slice(0, 8);
}

/** A codec that no fixture uses gets a step without parameters; it may say that it needs a key or a parameter. */
async function checkUnused(
  plugin: FormatPlugin,
  codec: Codec,
  samples: readonly Sample[],
  check: (use: CodecUse) => Promise<void>,
): Promise<void> {
  const context = makeContext(plugin, samples[0]?.fixture.keys);
  try {
    await check({ codec, step: { codec: codec.id }, context });
  } catch (error) {
    if (!ArchiveError.is(error)) throw error;
  }
}

function makeContext(plugin: FormatPlugin, keys: Keys = { get: () => undefined }): CodecContext {
  const registry = new CodecRegistry(plugin.codecs);
  return { keys, strict: false, limit: 2 ** 24, codec: (id) => registry.get(id), report: () => undefined };
}

const contents: readonly { readonly name: string; readonly bytes: Uint8Array }[] = [
  { name: 'nothing', bytes: new Uint8Array(0) },
  { name: 'one byte', bytes: Uint8Array.of(0x5a) },
  { name: 'fifteen bytes', bytes: noise(15, 3) },
  { name: 'sixteen bytes', bytes: noise(16, 5) },
  { name: 'text', bytes: new TextEncoder().encode('words and words and more words, '.repeat(40)) },
  { name: 'noise', bytes: noise(5003, 7) },
  { name: 'zeros', bytes: new Uint8Array(70_001) },
];

async function checkRoundTrip({ codec, step, context }: CodecUse): Promise<void> {
  for (const { name, bytes } of contents) {
    const original = bytes.slice();
    const encoded = await codec.encode?.(bytes, step, context);
    if (encoded === undefined) return;
    assertBytes(bytes, original, `${name} after it was encoded with ${codec.id}`);
    if (codec.sameSize) assert(encoded.length === bytes.length, `${name}: ${codec.id} changes the size.`);
    const kept = encoded.slice();
    assertBytes(
      await codec.decode(encoded, step, bytes.length, context),
      bytes,
      `${name} through ${codec.id}`,
    );
    assertBytes(encoded, kept, `stored bytes of ${name} after they were decoded with ${codec.id}`);
    const decoder = await codec.decoder?.(step, bytes.length, context);
    if (decoder !== undefined) {
      assertBytes(
        await pump(decoder, encoded),
        bytes,
        `${name} through the decoder of ${codec.id} in odd pieces`,
      );
    }
    const encoder = await codec.encoder?.(step, context);
    if (encoder === undefined) continue;
    const streamed = await pump(encoder, bytes);
    const decoded = await codec.decode(streamed, step, bytes.length, context);
    assertBytes(decoded, bytes, `${name} through the encoder of ${codec.id} in odd pieces`);
  }
}

async function checkRatio({ codec, step, context }: CodecUse): Promise<void> {
  const { maxRatio = codec.sameSize ? 1 : 1100 } = codec;
  const plain = new Uint8Array(2 ** 20);
  const encoded = await codec.encode?.(plain, step, context);
  if (encoded === undefined) return;
  const most = encoded.length * maxRatio;
  const text = `${encoded.length} stored bytes give ${plain.length}, but the ratio ${maxRatio} allows ${most}`;
  assert(most >= plain.length, `${codec.id}: ${text}; core would refuse the entry.`);
}

/** What the head promises must be what `decode` gives: core goes by the one or the other. */
async function checkFraming({ codec, step, context }: CodecUse): Promise<void> {
  const { framing } = codec;
  for (const { name, bytes } of contents) {
    const encoded = await codec.encode?.(bytes, step, context);
    if (framing === undefined || encoded === undefined || encoded.length < framing.length) continue;
    const head = new DataView(encoded.buffer, encoded.byteOffset, encoded.byteLength);
    if (head.getUint32(0) !== framing.magic) continue;
    const size = head.getUint32(framing.sizeAt);
    assert(
      size === bytes.length,
      `${name}: the head that ${codec.id} writes states ${size} bytes of ${bytes.length}.`,
    );
    const inner = context.codec(framing.codec);
    const stream = encoded.subarray(framing.length);
    const content = await inner.decode(stream, { codec: inner.id }, size, context);
    assertBytes(content, bytes, `${name} behind the head of ${codec.id}`);
  }
}

async function checkNoise({ codec, step, context }: CodecUse): Promise<void> {
  for (let seed = 1; seed <= 40; seed++) {
    const input = noise((seed * 37) % 600, seed);
    for (const size of [undefined, 0, 1, input.length, 1000]) {
      try {
        await codec.decode(input, step, size, context);
      } catch (error) {
        if (ArchiveError.is(error)) continue;
        fail(
          `${codec.id}: ${input.length} bytes of noise gave ${describeError(error)}, expected an ArchiveError.`,
        );
      }
    }
  }
}

/** Pushes input in pieces of odd lengths and joins the output. */
async function pump(transform: Transform, input: Uint8Array): Promise<Uint8Array> {
  const parts: number[][] = [];
  const keep = (chunks: Iterable<Uint8Array>): void => {
    for (const chunk of chunks) parts.push([...chunk]);
  };
  for (let at = 0, step = 1; at < input.length; at += step, step = ((step * 5) % 4093) + 1) {
    keep(await transform.push(input.slice(at, at + step)));
  }
  keep(await transform.finish());
  return Uint8Array.from(parts.flat());
}
