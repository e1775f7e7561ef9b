import type { ByteOrder } from '@packwright/core';

/**
 * An `asm` file: which streaming containers an archive has, and what the game must reserve for each. All numbers are
 * kept as they are stored, so that writing gives the same bytes back.
 */
export interface AssetAssembler {
  readonly version: number;
  readonly order: ByteOrder;
  /** Names that the engine looks up; from version 8 on. */
  readonly types: AssemblerTypes | undefined;
  readonly containers: readonly AssemblerContainer[];
  /** Bytes behind the last container; engines ignore them. */
  readonly trailing: Uint8Array;
}

/** The three tables of names that stand before the containers. */
export interface AssemblerTypes {
  readonly allocators: readonly AssemblerType[];
  readonly primitives: readonly AssemblerType[];
  readonly containers: readonly AssemblerType[];
}

/** A name and the number that records use for it. */
export interface AssemblerType {
  readonly name: string;
  readonly id: number;
}

/** One streaming container, usually a `.str2` file of the same name. */
export interface AssemblerContainer {
  /** Name of the str2 file without `.str2_pc`. */
  readonly name: string;
  readonly type: number;
  /** See `containerFlags`. */
  readonly flags: number;
  /** Where the data begins in the str2 file. */
  readonly dataOffset: number;
  /** From version 12 on. */
  readonly compressionType: number | undefined;
  /** Container that a stub takes its data from; from version 10 on. */
  readonly parent: string | undefined;
  /** From version 8 on; always empty in known files. */
  readonly auxiliary: Uint8Array | undefined;
  /** Only in version 8. */
  readonly unknownBeforeSize: number | undefined;
  /** Compressed data size of the str2 file. */
  readonly compressedSize: number;
  /** Version 5: non-zero sizes of the primitives in order; later: a CPU and a GPU size for each. */
  readonly sizes: readonly number[];
  readonly primitives: readonly AssemblerPrimitive[];
}

/** One asset of a container: a file, or a pair of CPU and GPU file. */
export interface AssemblerPrimitive {
  /** Name of the CPU file. */
  readonly name: string;
  readonly type: number;
  readonly allocator: number;
  /** Bit 2: a GPU file follows the CPU file. */
  readonly flags: number;
  readonly splitExtension: number;
  readonly cpuSize: number;
  readonly gpuSize: number;
  /** From version 8 on; 255: alone. */
  readonly allocationGroup: number | undefined;
}

/** Flag bits of a container. */
export const containerFlags = { hasSizes: 0x80, passive: 0x100, virtual: 0x200 } as const;

/** Flag bit of a primitive that has a GPU file. */
export const splitFlag = 0x04;

/** Whether a container has no str2 file of its own. */
export function isVirtual({ flags }: Pick<AssemblerContainer, 'flags'>): boolean {
  const { hasSizes, passive, virtual } = containerFlags;
  return (flags & hasSizes) === 0 && (flags & (passive | virtual)) !== 0;
}

/** Versions whose records are known well enough to be written. */
export const writableAssemblers: readonly number[] = [5, 11, 12];

/** What a version's records have; later versions add fields and never lose one. */
export interface AssemblerFeatures {
  /** Version 5 counts its sizes; later ones have a pair for each primitive. */
  readonly countsSizes: boolean;
  readonly hasTypes: boolean;
  readonly hasUnknownBeforeSize: boolean;
  readonly hasParent: boolean;
  /** Before version 11 only containers with a str2 file have sizes (one implementation). */
  readonly alwaysSizes: boolean;
  readonly hasCompressionType: boolean;
}

/** The features of a version, or nothing when it is not known. */
export function assemblerFeatures(version: number): AssemblerFeatures | undefined {
  if (version !== 5 && (version < 8 || version > 12)) return undefined;
  return {
    countsSizes: version === 5,
    hasTypes: version >= 8,
    hasUnknownBeforeSize: version === 8,
    hasParent: version >= 10,
    alwaysSizes: version >= 11,
    hasCompressionType: version >= 12,
  };
}
