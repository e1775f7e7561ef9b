import {
  type Finding,
  type OverlayInspect,
  type OverlayLayer,
  type OverlayLookup,
  type OverlayPlan,
  sha256,
  toHex,
} from '@packwright/core';
import type { EngineProfile } from './engines.ts';

/** A file that must be there, and the digest of the bytes it must begin with. */
export interface Proof {
  readonly path: string;
  readonly length: number;
  readonly sha256: string;
}

/** What makes Quake the registered version. */
export const registeredProof: Proof = {
  path: 'gfx/pop.lmp',
  length: 256,
  sha256: '59a7a58a257ae6a231ca4201a8330fa9d90779ea5e230e07d530f2478521bb9a',
};

/** Facts of the `pak0.pak` that counts as unmodified. */
const originalEntries = 339;
const originalCrcs: { readonly [engine: string]: readonly string[] } = {
  quake: ['0x80D5'],
  quakespasm: ['0x80D5', '0xF51F', '0x364C'],
  quakeworld: ['0xCE93'],
};

/** Applies the check that Quake makes once its search path is built. */
export async function checkRegistered(
  engine: EngineProfile,
  plan: OverlayPlan,
  lookup: OverlayLookup,
  inspect: OverlayInspect | undefined,
  proof: Proof = registeredProof,
): Promise<OverlayPlan> {
  const content = await lookup(proof.path);
  if (content !== undefined) return { ...plan, findings: [...plan.findings, judgeProof(content, proof)] };
  const findings: Finding[] = [
    {
      severity: 'note',
      code: 'shareware',
      message: `There is no ${proof.path}: this is the shareware version.`,
    },
  ];
  if (engine.registered !== 'enforced') return { ...plan, findings: [...plan.findings, ...findings] };
  const reason = await whyModified(engine, plan, inspect);
  if (reason !== undefined) {
    findings.push({
      severity: 'error',
      code: 'modified-shareware',
      message: `${engine.title} refuses to start: the shareware version is modified, because ${reason}.`,
    });
  }
  return { ...plan, layers: plan.layers.map(closeFolders), findings: [...plan.findings, ...findings] };
}

function judgeProof(content: Uint8Array, { path, length, sha256: expected }: Proof): Finding {
  const digest = toHex(sha256(content.subarray(0, length)));
  if (digest === expected) {
    return { severity: 'note', code: 'registered', message: `${path} proves the registered version.` };
  }
  return {
    severity: 'error',
    code: 'registered-check-failed',
    message: `The first ${length} bytes of ${path} have the SHA-256 ${digest}, expected ${expected}: the game refuses to start.`,
    path,
  };
}

/** The shareware version never opens a loose file whose name has a folder in it. */
function closeFolders(layer: OverlayLayer): OverlayLayer {
  if (layer.kind !== 'folder') return layer;
  const { allows } = layer;
  return { ...layer, allows: (name) => !/[/\\]/.test(name) && (allows?.(name) ?? true) };
}

/** Why the game counts as modified, as far as that can be told. */
async function whyModified(
  engine: EngineProfile,
  plan: OverlayPlan,
  inspect: OverlayInspect | undefined,
): Promise<string | undefined> {
  if ('modified' in plan && plan.modified === true) return 'a mod or a path was given';
  for (const { kind, path } of plan.layers) {
    // The engine's own archive does not count.
    if (kind !== 'archive' || path.toLowerCase().endsWith(engine.ownArchive ?? '\0')) continue;
    const facts = await inspect?.(path);
    if (facts === undefined) continue;
    const { entryCount, directoryCrc16 } = facts;
    if (entryCount !== originalEntries)
      return `"${path}" has ${entryCount} entries, expected ${originalEntries}`;
    const known = originalCrcs[engine.id] ?? [];
    if (typeof directoryCrc16 !== 'string' || !known.includes(directoryCrc16)) {
      return `the directory of "${path}" has the CRC ${directoryCrc16}, expected ${known.join(' or ')}`;
    }
  }
  return undefined;
}
