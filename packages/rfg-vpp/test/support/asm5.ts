/** A container of an asm file of version 5, as an independent reading sees it. */
export interface Asm5Container {
  readonly name: string;
  readonly flags: number;
  readonly dataOffset: number;
  readonly compressedSize: number;
  readonly sizes: readonly number[];
  readonly primitives: readonly { readonly name: string; readonly cpu: number; readonly gpu: number }[];
}

/** Reads an asm file of version 5 straight from its description, without the code under test. */
export function readAsm5(bytes: Uint8Array): readonly Asm5Container[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 8;
  const skip = (count: number): number => {
    at += count;
    return at - count;
  };
  const u8 = (): number => view.getUint8(skip(1));
  const u16 = (): number => view.getUint16(skip(2), true);
  const u32 = (): number => view.getUint32(skip(4), true);
  const text = (): string => {
    const length = u16();
    const start = skip(length);
    return String.fromCharCode(...bytes.subarray(start, start + length));
  };
  const list = <T>(length: number, read: () => T): readonly T[] => Array.from({ length }, read);
  const containers = list(view.getUint16(6, true), () => {
    const [name, , flags, primitives] = [text(), u8(), u16(), u16()];
    const [dataOffset, sizeCount, compressedSize] = [u32(), u32(), u32()];
    const sizes = list(sizeCount, u32);
    return {
      name,
      flags,
      dataOffset,
      compressedSize,
      sizes,
      primitives: list(primitives, () => {
        const primitive = text();
        skip(4);
        return { name: primitive, cpu: u32(), gpu: u32() };
      }),
    };
  });
  if (at !== bytes.length) throw new Error(`${bytes.length - at} bytes are left`);
  return containers;
}

/** Builds an asm file of version 5. */
export function buildAsm5(containers: readonly Asm5Container[]): Uint8Array {
  const bytes: number[] = [0xed, 0xfe, 0xef, 0xbe, 5, 0];
  const u16 = (value: number): void => void bytes.push(value & 255, value >> 8);
  const u32 = (value: number): void => {
    u16(value & 0xffff);
    u16(value >>> 16);
  };
  const text = (value: string): void => {
    u16(value.length);
    bytes.push(...new TextEncoder().encode(value));
  };
  u16(containers.length);
  for (const { name, flags, dataOffset, compressedSize, sizes, primitives } of containers) {
    text(name);
    bytes.push(6);
    u16(flags);
    u16(primitives.length);
    for (const value of [dataOffset, sizes.length, compressedSize, ...sizes]) u32(value);
    for (const { name: primitive, cpu, gpu } of primitives) {
      text(primitive);
      bytes.push(1, 0, gpu > 0 ? 4 : 0, 0);
      u32(cpu);
      u32(gpu);
    }
  }
  return Uint8Array.from(bytes);
}
