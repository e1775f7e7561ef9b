/*
 * The PAK family. All numbers are little-endian and unsigned; offsets count from the start of the file.
 * How sure: [2+] two independent sources or a source and a real file, [1] one source.
 *
 * Header
 *   offset  type  name       meaning
 *   0       4     magic      "PACK", "SPAK", "HROT" or "ADAT" [2+]
 *   4       u32   dirOffset  where the directory starts; anywhere in the file [2+]
 *   8       u32   dirLength  size of the directory in bytes, not in rows [2+]
 *   12      u32   version    Anachronox only: 9 [2+]
 *
 * Directory row; n is the width of the name field
 *   offset  type  name        meaning
 *   0       n     name        ends at the first NUL, or fills the field; after the NUL anything [2+]
 *   n       u32   dataOffset  any value when the length is 0 [2+]
 *   n+4     u32   fileLength  bytes of the file [2+]
 *   n+8     u32   packed      Daikatana, Anachronox: bytes stored; ignored by Daikatana when method is 0 [2+]
 *   n+12    u32   method      Daikatana: 0 stored, else its codec [2+]
 *                 unknown8c   Anachronox: not solved; other tools write 0 [1]
 */

/** The formats of the family. */
export type Variant = 'quake' | 'daikatana' | 'sin' | 'hrot' | 'anachronox';

/** The measures of a variant. */
export interface Layout {
  readonly variant: Variant;
  /** Four ASCII letters at the start of the file. */
  readonly magic: string;
  readonly headerBytes: number;
  readonly nameBytes: number;
  readonly rowBytes: number;
  /** Whether data may go through a codec: such rows have two numbers more. */
  readonly packs: boolean;
}

/** The layouts by variant. */
export const layouts: { readonly [V in Variant]: Layout } = {
  quake: { variant: 'quake', magic: 'PACK', headerBytes: 12, nameBytes: 56, rowBytes: 64, packs: false },
  daikatana: {
    variant: 'daikatana',
    magic: 'PACK',
    headerBytes: 12,
    nameBytes: 56,
    rowBytes: 72,
    packs: true,
  },
  sin: { variant: 'sin', magic: 'SPAK', headerBytes: 12, nameBytes: 120, rowBytes: 128, packs: false },
  hrot: { variant: 'hrot', magic: 'HROT', headerBytes: 12, nameBytes: 120, rowBytes: 128, packs: false },
  anachronox: {
    variant: 'anachronox',
    magic: 'ADAT',
    headerBytes: 16,
    nameBytes: 128,
    rowBytes: 144,
    packs: true,
  },
};

/** The fourth header word of every known Anachronox archive. */
export const anachronoxVersion: number = 9;

/** Largest offset or length that the format can hold. */
export const maxU32: number = 0xffff_ffff;

/** Largest archive that engines with signed offsets can read. */
export const maxSigned: number = 0x7fff_ffff;

/** Id of the codec of compressed Daikatana entries. */
export const daikatanaCodec: string = 'quake-pak/daikatana';

/** The layout a magic stands for; for "PACK" it is Quake until the directory says otherwise. */
export function layoutOfMagic(magic: string): Layout | undefined {
  return Object.values(layouts).find((layout) => layout.magic === magic);
}
