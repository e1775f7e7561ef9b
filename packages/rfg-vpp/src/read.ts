import {
  type ArchiveIndex,
  type ByteSource,
  type Detection,
  type OpenContext,
  type Probe,
  toHex,
} from '@packwright/core';
import { openPackfile, readSignature } from '@packwright/volition';
import { version1, versions } from './layout.ts';
import { openVersion1 } from './version1/read.ts';

/** Bids for packfiles of versions 1 and 3; other versions belong to other games. */
export function detectPackfile({ head }: Probe): Detection | undefined {
  const signature = readSignature(head);
  const variant = [version1, ...versions].find(({ version }) => version === signature?.version)?.variant;
  if (signature === undefined || variant === undefined) return undefined;
  const reason = `the packfile magic ${toHex(head.subarray(0, 4))} and version ${signature.version}`;
  return { confidence: 95, reason, variant, claimed: true };
}

/** Reads the tables of an archive. */
export async function openArchiveFile(source: ByteSource, context: OpenContext): Promise<ArchiveIndex> {
  const head = await source.read(0, Math.min(8, source.size), { signal: context.signal });
  if (readSignature(head)?.version === version1.version) return openVersion1(source, context);
  return openPackfile(source, context, { versions });
}
