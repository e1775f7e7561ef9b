import {
  type Archive,
  ArchiveError,
  BytesSink,
  BytesSource,
  type CreateReport,
  createArchive,
  openArchive,
  type WriteEntry,
} from '@packwright/core';
import { describe, expect, it } from 'vitest';
import plugin from '../src/index.ts';
import { latin1 } from './support/build-pak.ts';
import { daikatanaPlain, minimalArchives } from './support/minimal.ts';

type Options = Readonly<Record<string, unknown>>;

interface Created {
  readonly bytes: Uint8Array;
  readonly report: CreateReport;
  readonly archive: Archive;
}

function file(path: string, content: string | Uint8Array = ''): WriteEntry {
  return { path, content: new BytesSource(typeof content === 'string' ? latin1(content) : content) };
}

async function create(entries: readonly WriteEntry[], options: Options = {}): Promise<Created> {
  const sink = new BytesSink();
  const report = await createArchive(plugin, entries, sink, { options });
  const bytes = sink.bytes().slice();
  return {
    bytes,
    report,
    archive: await openArchive(new BytesSource(bytes), { formats: [plugin], strict: true }),
  };
}

async function refusal(entries: readonly WriteEntry[], options: Options = {}): Promise<string> {
  const sink = new BytesSink();
  try {
    await createArchive(plugin, entries, sink, { options });
  } catch (error) {
    if (!ArchiveError.is(error)) throw error;
    expect(error.code).toBe('WRITE_REFUSED');
    expect(sink.bytes()).toHaveLength(0);
    return error.message;
  }
  throw new Error('the archive was written, expected a refusal');
}

/** A file that only has a size: what is refused must be refused before it is read. */
function huge(path: string, size: number): WriteEntry {
  return {
    path,
    content: {
      size,
      read: () => {
        throw new Error('the content was read');
      },
    },
  };
}

function codes({ findings }: CreateReport): string[] {
  return findings.map(({ code }) => code);
}

describe('the minimal archives', () => {
  it.each(minimalArchives.filter(({ name }) => name !== 'dirfirst-garbage.pak'))(
    '$name is written byte for byte',
    async ({ variant, entries, bytes, name }) => {
      const options = { variant, ...(name === 'min56.pak' ? { maxNameBytes: 56 } : {}) };
      const created = await create(
        entries.map(({ path, content }) => file(path, content)),
        options,
      );
      expect(created.bytes).toEqual(bytes);
    },
  );
});

describe('layout', () => {
  const three = [file('one', '1'), file('two', '22'), file('none'), file('three', '333')];

  it('is that of the original packers by default: no padding, directory last', async () => {
    const { bytes, archive } = await create(three);
    expect(archive.index.structure[1]).toEqual({ name: 'directory', offset: 18, length: 256 });
    expect([...archive.entries()].map(({ row }) => row.extents[0])).toMatchObject(
      [{ offset: 12 }, { offset: 13 }, {}, { offset: 15 }].map((extent) =>
        'offset' in extent ? extent : undefined,
      ),
    );
    expect(bytes).toHaveLength(18 + 256);
  });

  it('pads with zeros to the alignment, before the directory too', async () => {
    const { archive, bytes } = await create(three, { align: 16 });
    const view = new DataView(bytes.buffer);
    const offsets = [0, 1, 2, 3].map((row) => view.getUint32(64 + row * 64 + 56, true));
    expect(offsets).toEqual([16, 32, 48, 48]);
    expect(archive.index.structure[1]?.offset).toBe(64);
    expect(archive.index.writeOptions).toEqual({ variant: 'quake', align: 16, directory: 'end' });
  });

  it('puts the directory first on request', async () => {
    const { archive } = await create(three, { directory: 'start' });
    expect(archive.index.structure[1]?.offset).toBe(12);
    expect(archive.index.writeOptions).toEqual({ variant: 'quake', align: 1, directory: 'start' });
    expect(await archive.find('three')?.bytes()).toEqual(latin1('333'));
  });

  it.each(['end', 'start'])('holds for packed files with the directory at the %s', async (directory) => {
    const entries = [file('a.bmp', daikatanaPlain), file('b.txt', 'text'), file('c.tga')];
    const { archive } = await create(entries, { variant: 'daikatana', directory, align: 8 });
    expect(archive.index.writeOptions).toEqual({ variant: 'daikatana', align: 8, directory });
    expect(await archive.find('a.bmp')?.bytes()).toEqual(daikatanaPlain);
    expect(archive.find('a.bmp')?.storedSize).toBe(15);
  });

  it('keeps what lay behind a name', async () => {
    const nameTail = `00${'5a'.repeat(54)}`;
    const { archive } = await create([{ ...file('a', 'x'), attributes: { nameTail } }]);
    expect(archive.entry(0).row.attributes).toEqual({ nameTail });
  });

  it('does not let a kept tail make a name longer', async () => {
    const { archive } = await create([{ ...file('a', 'x'), attributes: { nameTail: '5a'.repeat(55) } }]);
    expect(archive.path(0)).toBe('a');
  });

  it('leaves folders out and says so', async () => {
    const { archive, report } = await create([{ kind: 'directory', path: 'maps' }, file('maps/a', 'x')]);
    expect(archive.length).toBe(1);
    expect(codes(report)).toEqual(['directory-left-out']);
  });

  it('stores equal files once on request', async () => {
    const entries = [
      file('a', 'same'),
      file('b', 'else'),
      file('c', 'same'),
      file('d'),
      file('e'),
      file('f', 'last'),
    ];
    const { archive, bytes } = await create(entries, { shareIdentical: true });
    expect(bytes).toHaveLength(12 + 12 + 6 * 64);
    expect(archive.entry(2).row.extents).toEqual(archive.entry(0).row.extents);
    for (const [number, { content }] of entries.entries()) {
      expect(await archive.entry(number).bytes()).toEqual(await content?.read(0, content.size));
    }
  });

  it('stores equal packed files once on request', async () => {
    const entries = [file('a.bmp', daikatanaPlain), file('b.bmp', daikatanaPlain)];
    const { archive } = await create(entries, { variant: 'daikatana', shareIdentical: true });
    expect(archive.entry(1).row.extents).toEqual(archive.entry(0).row.extents);
    expect(await archive.entry(1).bytes()).toEqual(daikatanaPlain);
  });
});

describe('Daikatana', () => {
  const zeros = new Uint8Array(100);

  it.each([
    ['dkpak', 'a.tga', true],
    ['dkpak', 'a.BMP', true],
    ['dkpak', 'a.wal', true],
    ['dkpak', 'a.pcx', true],
    ['dkpak', 'a.bsp', true],
    ['dkpak', 'a.wav', false],
    ['dkpak', 'tga', false],
    ['always', 'a.wav', true],
    ['never', 'a.tga', false],
  ])('with compress=%s, %s is packed: %s', async (compress, path, isPacked) => {
    const { archive } = await create([file(path, zeros)], { variant: 'daikatana', compress });
    expect(archive.entry(0).row.extents[0]).toMatchObject({ length: isPacked ? 3 : 100 });
    expect(await archive.entry(0).bytes()).toEqual(zeros);
  });

  it('stores what does not become smaller, with its length in both columns', async () => {
    const { bytes } = await create([file('a.tga', 'abc')], { variant: 'daikatana' });
    const view = new DataView(bytes.buffer, 15 + 56);
    expect([0, 4, 8, 12].map((at) => view.getUint32(at, true))).toEqual([12, 3, 3, 0]);
  });
});

describe('Anachronox', () => {
  it('is refused unless asked for', async () => {
    expect(await refusal([file('a', 'x')], { variant: 'anachronox' })).toContain('experimental');
  });

  it('is written on request, every file as a zlib stream', async () => {
    const { archive } = await create([file('a', 'xxxxxxxxxxxxxxxxxxxx'), file('b')], {
      variant: 'anachronox',
      experimental: true,
    });
    expect(archive.variant).toBe('anachronox');
    expect(archive.entry(0).row).toMatchObject({ size: 20, extents: [{ steps: [{ codec: 'zlib' }] }] });
    expect(await archive.entry(0).bytes()).toEqual(latin1('x'.repeat(20)));
    expect(await archive.entry(1).bytes()).toEqual(new Uint8Array(0));
  });
});

describe('what is refused', () => {
  it.each([
    ['an empty name', [file('')], {}, 'Entry 0 has an empty name'],
    ['a NUL', [file('a\0b')], {}, 'has a NUL'],
    ['a character outside Latin-1', [file('\u0444.txt')], {}, 'expected Latin-1'],
    [
      '56 bytes',
      [file('x'.repeat(56))],
      {},
      'has 56 bytes, expected at most 55; maxNameBytes allows up to 56',
    ],
    ['57 bytes', [file('x'.repeat(57))], { maxNameBytes: 128 }, 'has 57 bytes, expected at most 56.'],
    ['120 bytes for SiN', [file('x'.repeat(120))], { variant: 'sin' }, 'has 120 bytes, expected at most 119'],
    [
      '120 bytes for HROT',
      [file('x'.repeat(120))],
      { variant: 'hrot' },
      'has 120 bytes, expected at most 119',
    ],
    ['a name twice', [file('a'), file('a')], {}, '"a" occurs twice'],
    ['2 GiB', [huge('a', 2 ** 31 - 76)], {}, 'would have 2147483648 bytes, engines read at most 2147483647'],
    [
      '4 GiB',
      [huge('a', 2 ** 32 - 76)],
      { allow4GiB: true },
      'would have 4294967296 bytes, the format ends at',
    ],
    [
      'a file of 4 GiB in Daikatana',
      [huge('a.bsp', 2 ** 32)],
      { variant: 'daikatana' },
      'has 4294967296 bytes',
    ],
    [
      '2049 files for Quake',
      many(2049),
      { engine: 'quake' },
      'There are 2049 files, but the engine "quake" reads at most 2048.',
    ],
    [
      '4097 files for Quake II',
      many(4097),
      { engine: 'quake2' },
      'There are 4097 files, but the engine "quake2" reads at most 4096.',
    ],
  ])('%s', async (_what, entries, options: Options, message) => {
    expect(await refusal(entries, options)).toContain(message);
  });

  it('allows what the options allow', async () => {
    await create([file('x'.repeat(56))], { maxNameBytes: 56 });
    await create([file('x'.repeat(119))], { variant: 'sin' });
    const { archive } = await create([file('a', '1'), file('a', '2')], { duplicates: 'keep' });
    expect(archive.index.writeOptions).toMatchObject({ duplicates: 'keep' });
    await create(many(2048), { engine: 'quake' });
    await create(many(4096), { engine: 'quake2' });
    const findings = plugin.writer?.check([huge('a', 2 ** 31)], { variant: 'quake', allow4GiB: true });
    expect(findings).toEqual([]);
  });
});

describe('what is mentioned', () => {
  it.each([
    ['Maps/A.bsp', 'upper-case'],
    ['maps\\a.bsp', 'backslash'],
    ['/a', 'leading-dot'],
    ['./a', 'leading-dot'],
    ['maps/../a', 'parent-folder'],
  ])('%s: %s', async (path, code) => {
    const { report } = await create([file(path)]);
    expect(report.findings).toMatchObject([{ code, severity: 'warning', path }]);
  });

  it('more than 2048 files', async () => {
    const { report, archive } = await create(many(2049));
    expect(report.findings).toMatchObject([{ code: 'many-files', severity: 'warning' }]);
    expect(archive.length).toBe(2049);
    expect(codes((await create(many(2048))).report)).toEqual([]);
  });

  it('a directory that could be taken for the other layout', async () => {
    const entries = Array.from({ length: 9 }, (_, at) => file(`b\xe4r${at}`, 'x'));
    const sink = new BytesSink();
    const report = await createArchive(plugin, entries, sink);
    expect(codes(report)).toEqual(['variant-ambiguous']);
    expect(codes((await create(entries.slice(1))).report)).toEqual([]);
  });
});

function many(count: number): WriteEntry[] {
  return Array.from({ length: count }, (_, at) => file(`f${at}`));
}
