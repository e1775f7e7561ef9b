import { ByteReader } from '../bytes/byte-reader.ts';
import { ByteWriter } from '../bytes/byte-writer.ts';
import { fromHex, toHex } from '../bytes/hex.ts';
import type { CodecContext } from '../contract/codec.ts';
import { ArchiveError } from '../errors/archive-error.ts';
import { CodecRegistry } from '../read/codec-registry.ts';
import { BytesSource } from '../sources/bytes-source.ts';
import { encodeSteps } from '../write/encode-part.ts';
import type { Recipe, RecipePart, Unreproduced } from './recipe.ts';

/*
 * The side-car of an archive, little-endian:
 *   0  8 bytes  "PKWRCP" 01 00
 *   8  u32      stored bytes of the description (zlib)
 *  12  u32      its plain bytes (JSON, UTF-8)
 *  16  u32      stored bytes of the literals (zlib)
 *  20  u32      their plain bytes
 *  24  …        description, literals
 */
const magic = '504b575243500100';

interface Description {
  readonly format: string;
  readonly variant: string;
  readonly size: number;
  readonly paths: readonly string[];
  readonly parts: readonly RecipePart[];
  readonly unreproduced: readonly Unreproduced[];
}

/** A recipe as the bytes of a side-car file. */
export async function serializeRecipe(recipe: Recipe): Promise<Uint8Array> {
  const { format, variant, size, paths, parts, unreproduced } = recipe;
  const description: Description = { format, variant, size, paths, parts, unreproduced };
  const json = new TextEncoder().encode(JSON.stringify(description, replaceBytes));
  const literals = await recipe.literals.read(0, recipe.literals.size);
  const [packedJson, packedLiterals] = [await pack(json), await pack(literals)];
  return new ByteWriter('little')
    .bytes(fromHex(magic) ?? new Uint8Array())
    .u32(packedJson.length)
    .u32(json.length)
    .u32(packedLiterals.length)
    .u32(literals.length)
    .bytes(packedJson)
    .bytes(packedLiterals)
    .finish();
}

/** Reads a side-car file. */
export async function parseRecipe(bytes: Uint8Array): Promise<Recipe> {
  const reader = new ByteReader(bytes, 'little');
  if (bytes.length < 24 || toHex(reader.take(8)) !== magic) {
    throw new ArchiveError('DAMAGED', 'The file is not a Packwright recipe of version 1.', { offset: 0 });
  }
  const [jsonStored, jsonSize, literalStored, literalSize] = [
    reader.u32(),
    reader.u32(),
    reader.u32(),
    reader.u32(),
  ];
  const json = await unpack(reader.take(jsonStored), jsonSize);
  const literals = await unpack(reader.take(literalStored), literalSize);
  return { ...checkDescription(json, literals.length), literals: new BytesSource(literals) };
}

function checkDescription(json: Uint8Array, literals: number): Description {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json), reviveBytes);
    const description = value as Description;
    for (const part of description.parts) {
      for (const piece of part.pieces) {
        const fits =
          !('literal' in piece) || (piece.literal >= 0 && piece.literal <= literals - piece.length);
        if (!fits) throw new Error('a part lies outside the literals');
      }
    }
    return description;
  } catch (error) {
    throw new ArchiveError('DAMAGED', 'The recipe cannot be read.', { cause: error });
  }
}

function replaceBytes(_key: string, value: unknown): unknown {
  return value instanceof Uint8Array ? { $bytes: toHex(value) } : value;
}

function reviveBytes(_key: string, value: unknown): unknown {
  const isBytes = typeof value === 'object' && value !== null && '$bytes' in value;
  return isBytes ? fromHex(String(value.$bytes)) : value;
}

const context: CodecContext = {
  keys: { get: () => undefined },
  strict: true,
  codec: (id) => new CodecRegistry().get(id),
  report: () => undefined,
};

async function pack(bytes: Uint8Array): Promise<Uint8Array> {
  return encodeSteps(bytes, [{ codec: 'zlib', level: 6 }], context);
}

async function unpack(bytes: Uint8Array, size: number): Promise<Uint8Array> {
  return context.codec('zlib').decode(bytes, { codec: 'zlib' }, size, context);
}
