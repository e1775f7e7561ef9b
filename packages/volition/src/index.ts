export * from './asm/asset-assembler.ts';
export { findAssemblerChanges } from './asm/companions.ts';
export { type ContainerContents, readContainer } from './asm/container-contents.ts';
export { openAssembler } from './asm/open-assembler.ts';
export { type ParsedAssembler, parseAssembler, readAssemblerSignature } from './asm/parse-assembler.ts';
export { serializeAssembler } from './asm/serialize-assembler.ts';
export { type ContainerChange, type UpdatedAssembler, updateAssembler } from './asm/update-assembler.ts';
export { hashName, volitionNames } from './name-hash.ts';
export { checkFlatEntries, checkPackfileEntries, requireVersion } from './packfile/check-entries.ts';
export {
  type Compression,
  type CompressionChooser,
  isZlibHeader,
  zlibCompression,
} from './packfile/compression.ts';
export type { Field } from './packfile/field.ts';
export { findRoom, type Ranges } from './packfile/find-room.ts';
export { type Layout, layoutOf, layouts } from './packfile/layout.ts';
export { openPackfile, type PackfileProfile } from './packfile/open-packfile.ts';
export type { PackfileDirectory } from './packfile/packfile-directory.ts';
export type { PackfileHeader } from './packfile/packfile-header.ts';
export { type PackfileSignature, packfileMagic, readSignature } from './packfile/packfile-signature.ts';
export {
  type EntryFields,
  type HeaderFields,
  type PackfileVersion,
  version3,
  version4,
  version6,
} from './packfile/packfile-version.ts';
export { findVersion, type Packfile, readPackfile } from './packfile/read-packfile.ts';
export { updatePackfile } from './packfile/update-packfile.ts';
export { writePackfile } from './packfile/write-packfile.ts';
export {
  type PackfileWriteOptions,
  packfileWriteOptions,
  resolveStyle,
  type WriteStyle,
} from './packfile/write-style.ts';
export { volitionCrc } from './volition-crc.ts';
