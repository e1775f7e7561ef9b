import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  type ArchiveIndex,
  type ByteSource,
  BytesSource,
  type Extent,
  type FormatPlugin,
  MemoryBudget,
  type OpenContext,
  openArchive,
} from '../../src/index.ts';

const text = new TextEncoder().encode('a table of contents '.repeat(1000));
const stored = new Uint8Array(deflateSync(text));
const steps = [{ codec: 'zlib' }];
const empty: ArchiveIndex = {
  variant: '',
  structure: [],
  entries: { length: 0, at: () => ({ extents: [] }) },
};

function formatOf(open: (source: ByteSource, context: OpenContext) => Promise<void>): FormatPlugin {
  return {
    contract: 1,
    id: 'looking',
    title: 'Looking',
    extensions: [],
    signatures: [],
    options: {},
    detect: () => ({ confidence: 50, reason: 'this test' }),
    open: async (source, context) => {
      await open(source, context);
      return empty;
    },
  };
}

/** Opens an archive; gives the bytes that stay drawn and the most that were. */
async function draw(
  open: (source: ByteSource, context: OpenContext) => Promise<void>,
  limit = 2 ** 20,
): Promise<{ kept: number; peak: number }> {
  const budget = new MemoryBudget(limit);
  const source = new BytesSource(stored, 'a.bin');
  try {
    const archive = await openArchive(source, { formats: [formatOf(open)], budget });
    const kept = budget.used;
    await archive.close();
    return { kept, peak: budget.peak };
  } finally {
    expect(budget.used).toBe(0);
  }
}

describe('what a format reads while it opens an archive', () => {
  it('is drawn until the archive is closed', async () => {
    const { kept } = await draw(async (source) => {
      await source.read(0, 10);
      await source.readInto?.(0, new Uint8Array(20));
    });
    expect(kept).toBe(30);
  });

  it('is not drawn when it is given back, or when it is not there', async () => {
    const { kept, peak } = await draw(async (source, { memory }) => {
      memory.release((await source.read(0, 50)).length);
      memory.take(7);
      expect(() => source.read(0, 2 ** 40)).toThrow('found a source of');
    });
    expect({ kept, peak }).toEqual({ kept: 7, peak: 50 });
  });

  it.each([
    ['of a known size', { offset: 0, length: stored.length, size: text.length, steps }],
    ['of an unknown size', { offset: 0, length: stored.length, steps }],
  ] as [string, Extent][])('is drawn stored and decoded while it is decoded, %s', async (_, extent) => {
    const { kept, peak } = await draw(async (__, context) => {
      expect(await context.read([extent])).toEqual(text);
    });
    expect({ kept, peak }).toEqual({ kept: text.length, peak: text.length + stored.length });
  });

  it('is drawn once more while it is joined', async () => {
    const extent = { offset: 0, length: 20 };
    const { kept, peak } = await draw(async (_, context) => {
      expect(await context.read([extent, extent])).toHaveLength(40);
    });
    expect({ kept, peak }).toEqual({ kept: 40, peak: 80 });
  });

  it('is refused before it is decoded, and then nothing stays drawn', async () => {
    const extent = { offset: 0, length: stored.length, size: text.length, steps };
    const { kept } = await draw(async (_, context) => {
      await expect(context.read([extent])).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
    }, text.length - 1);
    expect(kept).toBe(0);
  });

  it('is given back when opening fails', async () => {
    const failing = draw(async (source) => {
      await source.read(0, 40);
      throw new Error('broken');
    });
    await expect(failing).rejects.toMatchObject({ code: 'DAMAGED' });
  });
});
