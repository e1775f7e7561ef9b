import { toHex } from '../bytes/hex.ts';
import type { ByteSource } from '../contract/byte-source.ts';
import type { Detection, FormatPlugin, Probe } from '../contract/format-plugin.ts';
import { ArchiveError, toArchiveError } from '../errors/archive-error.ts';
import type { FormatHandle } from './format-handle.ts';
import { matchesSignature, probeSource } from './source-probe.ts';

/** A plugin and its bid. */
export interface Detected {
  readonly plugin: FormatPlugin;
  readonly detection: Detection;
}

/** Told of a plugin that cannot be loaded and is passed over. */
export type PluginFailureListener = (error: ArchiveError) => void;

/** Finds the format of a source by auction, or takes the one that is asked for by name. */
export async function detectFormat(
  source: ByteSource,
  handles: readonly FormatHandle[],
  format: string | undefined,
  signal?: AbortSignal,
  onPluginFailure?: PluginFailureListener,
): Promise<Detected> {
  if (format !== undefined) return takeByName(source, handles, format, signal);
  const probe = await probeSource(source, signal);
  for (const candidates of await rankCandidates(probe, handles)) {
    const bids = await collectBids(probe, candidates, onPluginFailure);
    const winner = pickWinner(bids);
    if (winner !== undefined) return winner;
  }
  throw unknownFormat(probe, handles);
}

async function takeByName(
  source: ByteSource,
  handles: readonly FormatHandle[],
  format: string,
  signal: AbortSignal | undefined,
): Promise<Detected> {
  const handle = handles.find((candidate) => candidate.id === format);
  if (handle === undefined) {
    throw new ArchiveError('FORMAT_UNKNOWN', `No installed plugin provides the format "${format}".`, {
      help: `Installed formats: ${handles.map(({ id }) => id).join(', ') || 'none'}.`,
    });
  }
  const plugin = await handle.load();
  const bid = await plugin.detect(await probeSource(source, signal));
  return { plugin, detection: { confidence: 100, ...bid, reason: bid?.reason ?? 'the format you named' } };
}

/** Groups to try in turn: those whose signature fits; then those without one whose extension fits; then the rest without one. */
async function rankCandidates(probe: Probe, handles: readonly FormatHandle[]): Promise<FormatHandle[][]> {
  const signed: FormatHandle[] = [];
  const named: FormatHandle[] = [];
  const others: FormatHandle[] = [];
  const name = probe.name?.toLowerCase() ?? '';
  for (const handle of handles) {
    if (handle.signatures.length > 0) {
      if (await matchesSignature(probe, handle.signatures)) signed.push(handle);
    } else if (handle.extensions.some((extension) => name.endsWith(extension))) named.push(handle);
    else others.push(handle);
  }
  return [signed, named, others];
}

async function collectBids(
  probe: Probe,
  handles: readonly FormatHandle[],
  onPluginFailure: PluginFailureListener | undefined,
): Promise<Detected[]> {
  const bids: Detected[] = [];
  for (const handle of handles) {
    const plugin = await loadOrSkip(handle, onPluginFailure);
    if (plugin === undefined) continue;
    let detection: Detection | undefined;
    try {
      detection = await plugin.detect(probe);
    } catch (error) {
      throw toArchiveError(error, 'PLUGIN_INVALID', `Format ${plugin.id} failed while looking at the file`);
    }
    if (detection === undefined) continue;
    if (detection.claimed) return [{ plugin, detection }];
    bids.push({ plugin, detection });
  }
  return bids;
}

/** One broken plugin must not keep the others from their work. */
async function loadOrSkip(
  handle: FormatHandle,
  onPluginFailure: PluginFailureListener | undefined,
): Promise<FormatPlugin | undefined> {
  try {
    return await handle.load();
  } catch (error) {
    if (!ArchiveError.is(error) || onPluginFailure === undefined) throw error;
    onPluginFailure(error);
    return undefined;
  }
}

function pickWinner(bids: readonly Detected[]): Detected | undefined {
  const best = Math.max(0, ...bids.map(({ detection }) => detection.confidence));
  const winners = bids.filter(({ detection }) => detection.confidence === best);
  if (winners.length > 1) {
    const ids = winners.map(({ plugin }) => plugin.id);
    throw new ArchiveError('FORMAT_AMBIGUOUS', `The file could be ${ids.join(' or ')}.`, {
      help: `Say which one with --format ${ids[0]}.`,
    });
  }
  return winners[0];
}

function unknownFormat(probe: Probe, handles: readonly FormatHandle[]): ArchiveError {
  const start = toHex(probe.head.subarray(0, 8)).replace(/(..)(?=.)/g, '$1 ');
  const found =
    probe.size === 0 ? 'an empty file' : `a file of ${probe.size} bytes that begins with ${start}`;
  const ids = handles.map(({ id }) => id).join(', ') || 'none';
  return new ArchiveError('FORMAT_UNKNOWN', `Found ${found}, expected an archive of an installed format.`, {
    offset: 0,
    help: `Installed formats: ${ids}. A further one may be published as packwright-format-<name>.`,
  });
}
