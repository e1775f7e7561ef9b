import {
  type ArchiveIndex,
  type ByteSource,
  type Detection,
  type OpenContext,
  type Probe,
  toHex,
} from '@packwright/core';
import { findVersion, openPackfile, readSignature } from '@packwright/volition';
import { chooseCompression, remarkOn } from './compression.ts';
import { versions } from './layout.ts';
import { refuseVersion } from './refused.ts';

/** Versions that another format reads. */
const foreignVersions: readonly number[] = [1, 3];

/** Bids for every packfile that is not one of Red Faction: those that cannot be read are refused by name. */
export function detectPackfile({ head, size }: Probe): Detection | undefined {
  const signature = readSignature(head);
  if (signature === undefined || foreignVersions.includes(signature.version)) return undefined;
  const variant = findVersion(versions, head, size)?.variant ?? `v${signature.version}`;
  const reason = `the packfile magic ${toHex(head.subarray(0, 4))} and version ${signature.version}`;
  return { confidence: 95, reason, variant, claimed: true };
}

/** Reads the tables of an archive. */
export async function openArchiveFile(source: ByteSource, context: OpenContext): Promise<ArchiveIndex> {
  const head = await source.read(0, Math.min(8, source.size), { signal: context.signal });
  const signature = readSignature(head);
  if (signature !== undefined && !versions.some(({ version }) => version === signature.version)) {
    throw refuseVersion(signature.version);
  }
  return openPackfile(source, context, { versions, compression: chooseCompression, remarks: remarkOn });
}
