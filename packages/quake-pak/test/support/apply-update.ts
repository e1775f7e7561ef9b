import {
  type Archive,
  BytesSink,
  BytesSource,
  type Change,
  CodecRegistry,
  type Finding,
  MemoryBudget,
  openArchive,
  PartWriter,
  type Placement,
  resolveOptions,
  type WritePart,
} from '@packwright/core';
import plugin from '../../src/index.ts';

/** What an update did: the new archive, and which ranges it wrote in which order. */
export interface Updated {
  readonly archive: Archive;
  readonly bytes: Uint8Array;
  readonly written: readonly (readonly [at: number, length: number])[];
  readonly findings: readonly Finding[];
}

/** Runs the plugin's update over bytes in memory, without a journal. */
export async function applyUpdate(
  bytes: Uint8Array,
  changes: (archive: Archive) => readonly Change[],
  options: Readonly<Record<string, unknown>> = {},
): Promise<Updated> {
  const source = new BytesSource(bytes.slice(), 'edited.pak');
  const archive = await openArchive(source, { formats: [plugin] });
  const list = changes(archive);
  const sink = new BytesSink();
  sink.write(0, bytes);
  const registry = new CodecRegistry(plugin.codecs);
  const keys = { get: () => undefined };
  const placement = new GivenPlacement(bytes.length);
  const findings: Finding[] = [];
  const writer = new PartWriter({
    sink,
    placement,
    sources: { content: (number) => contentOf(list[number]) },
    codecs: { keys, strict: true, codec: (id) => registry.get(id), report: () => undefined },
    budget: new MemoryBudget(2 ** 24),
  });
  const given = { ...archive.index.writeOptions, ...options };
  const parts = await plugin.writer?.update?.(archive.index, list, {
    options: resolveOptions(plugin.writer.options, given, 'the test'),
    keys,
    limits: archive.reading.limits,
    source,
    content: () => fail('the content of an old entry'),
    path: (entry) => archive.path(entry),
    report: (finding) => findings.push(finding),
    placed: () => writer.settle(),
  });
  if (parts === undefined || 'rewrite' in parts) throw new Error(`not in place: ${parts?.rewrite}`);
  for await (const part of parts) await writer.add(part);
  await writer.finish();
  const result = sink.bytes().slice();
  const again = await openArchive(new BytesSource(result, 'edited.pak'), { formats: [plugin] });
  return { archive: again, bytes: result, written: placement.written, findings };
}

/** Every part of this format says itself where it goes. */
class GivenPlacement implements Placement {
  readonly written: [at: number, length: number][] = [];
  end: number;

  constructor(size: number) {
    this.end = size;
  }

  place(part: WritePart): number {
    return this.placeOpen(part);
  }

  placeOpen(part: WritePart): number {
    if (part.at === undefined) throw new Error('a part has no place');
    return part.at;
  }

  wrote(at: number, size: number): void {
    this.written.push([at, size]);
    this.end = Math.max(this.end, at + size);
  }
}

function fail(what: string): never {
  throw new Error(`the update asked for ${what}`);
}

function contentOf(change: Change | undefined): BytesSource {
  if (change !== undefined && 'content' in change && change.content instanceof BytesSource)
    return change.content;
  throw new Error('a part refers to a change without content');
}
