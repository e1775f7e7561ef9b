import {
  alignUp,
  ByteReader,
  ByteWriter,
  type Change,
  type FormatPlugin,
  type IndexEntry,
  type UpdateContext,
  type WriteContext,
  type WriteEntry,
  type WritePart,
} from '../../src/index.ts';

/*
 * A format of this test alone: "TOY1", u32 table offset, u32 count; rows of name (16 bytes), offset, stored size,
 * size, u8 method (0 stored, 1 zlib), crc32.
 */
const rowLength = 16 + 4 * 4 + 4;

const writeOptions = {
  compress: { type: 'boolean', title: 'Deflate the entries', default: false },
  align: { type: 'integer', title: 'Alignment', default: 1, minimum: 1 },
} as const;

function rowBytes(
  name: string,
  at: number,
  stored: number,
  size: number,
  method: number,
  crc: number,
): Uint8Array {
  return new ByteWriter('little').text(name, 16).u32(at).u32(stored).u32(size).u32(method).u32(crc).finish();
}

function header(table: number, count: number): Uint8Array {
  return new ByteWriter('little').text('TOY1').u32(table).u32(count).finish();
}

async function* write(
  entries: readonly WriteEntry[],
  context: WriteContext<typeof writeOptions>,
): AsyncGenerator<WritePart> {
  yield { pieces: [{ zeros: 12 }] };
  for (const entry of entries.keys()) {
    yield {
      align: context.options.align ?? 1,
      pieces: [{ entry }],
      checksum: { algorithm: 'crc32', over: 'content' },
      ...(context.options.compress ? { steps: [{ codec: 'zlib' }], onlyBelow: 1 } : {}),
    };
  }
  const placed = await context.placed();
  const rows = entries.map(({ path }, number) => {
    const part = number + 1;
    return rowBytes(
      path,
      placed.at(part),
      placed.size(part),
      placed.plainSize(part),
      placed.encoded(part) ? 1 : 0,
      Number(placed.checksum(part)),
    );
  });
  const table = placed.end;
  yield { pieces: rows.map((bytes) => ({ bytes })) };
  yield { at: 0, pieces: [{ bytes: header(table, entries.length) }] };
}

/** Rewrites the whole table at the end; rows of untouched entries are copied. */
async function* update(
  rows: readonly Uint8Array[],
  changes: readonly Change[],
  context: UpdateContext<typeof writeOptions>,
): AsyncGenerator<WritePart> {
  const table: (Uint8Array | undefined)[] = [...rows];
  const written: { row: number; part: number; path: string }[] = [];
  for (const [number, change] of changes.entries()) {
    if (change.kind === 'remove') table[change.entry] = undefined;
    else if (change.kind === 'rename') {
      const row = (table[change.entry] ?? new Uint8Array()).slice();
      row.set(new ByteWriter('little').text(change.path, 16).finish());
      table[change.entry] = row;
    } else if (change.kind === 'replace' || change.content !== undefined) {
      const row = change.kind === 'replace' ? change.entry : table.push(undefined) - 1;
      written.push({ row, part: written.length, path: change.path });
      yield { pieces: [{ entry: number }], checksum: { algorithm: 'crc32', over: 'content' } };
    }
  }
  const placed = await context.placed();
  for (const { row, part, path } of written) {
    const size = placed.size(part);
    table[row] = rowBytes(path, placed.at(part), size, size, 0, Number(placed.checksum(part)));
  }
  const kept = table.flatMap((row) => (row === undefined ? [] : [row]));
  const at = alignUp(placed.end, 1);
  yield { end: true, pieces: kept.map((bytes) => ({ bytes })) };
  yield { at: 0, pieces: [{ bytes: header(at, kept.length) }] };
}

const rowsOf = new WeakMap<object, readonly Uint8Array[]>();

/** The toy plugin. */
export const toyFormat: FormatPlugin<Record<never, never>, typeof writeOptions> = {
  contract: 1,
  id: 'toy',
  title: 'Toy archive',
  extensions: ['.toy'],
  signatures: [{ at: 0, bytes: '544f5931' }],
  options: {},
  detect: () => ({ confidence: 90, reason: 'its signature' }),
  async open(source, context) {
    const head = new ByteReader(await source.read(0, Math.min(12, source.size)), 'little').seek(4);
    const table = head.u32();
    const count = head.u32();
    const bytes = await context.read([{ offset: table, length: count * rowLength }]);
    const rows = Array.from({ length: count }, (_, i) => bytes.subarray(i * rowLength, (i + 1) * rowLength));
    const index = {
      variant: 'toy',
      entries: { length: count, at: (i: number) => readRow(rows[i] ?? new Uint8Array(rowLength)) },
      structure: [
        { name: 'header', offset: 0, length: 12 },
        { name: 'table', offset: table, length: count * rowLength },
      ],
      gaps: 'free' as const,
    };
    rowsOf.set(index, rows);
    return index;
  },
  writer: {
    options: writeOptions,
    check: (entries) =>
      entries
        .filter(({ path }) => path.length > 16)
        .map(({ path }) => ({
          severity: 'error',
          code: 'name-too-long',
          message: `Name ${path} is too long.`,
          path,
        })),
    write,
    update: (index, changes, context) => update(rowsOf.get(index) ?? [], changes, context),
  },
};

function readRow(row: Uint8Array): IndexEntry {
  const reader = new ByteReader(row, 'little');
  const path = reader.text(16);
  const [offset, length, size, method, crc] = [
    reader.u32(),
    reader.u32(),
    reader.u32(),
    reader.u32(),
    reader.u32(),
  ];
  const steps = method === 1 ? { steps: [{ codec: 'zlib' }] } : {};
  return {
    path,
    size,
    extents: [{ offset, length, size, ...steps }],
    checksum: { algorithm: 'crc32', over: 'content', value: crc },
  };
}
