import type { Finding, OverlayInspect, OverlayLayer, OverlayPlan } from '@packwright/core';
import type { EngineProfile } from './engines.ts';

/** Applies what an engine does with archives that hold no file, as far as it can be told. */
export async function applyEmptyArchives(
  engine: EngineProfile,
  plan: OverlayPlan,
  inspect: OverlayInspect | undefined,
): Promise<OverlayPlan> {
  if (engine.emptyArchive === 'fine' || inspect === undefined) return plan;
  const empty: OverlayLayer[] = [];
  for (const layer of plan.layers) {
    if (layer.kind === 'archive' && (await inspect(layer.path))?.entryCount === 0) empty.push(layer);
  }
  if (empty.length === 0) return plan;
  if (engine.emptyArchive === 'fatal') {
    const findings = empty.map(
      ({ path }): Finding => ({
        severity: 'error',
        code: 'empty-archive',
        message: `${engine.title} refuses to start: "${path}" has no files.`,
        path,
      }),
    );
    return { ...plan, findings: [...plan.findings, ...findings] };
  }
  return endScan(engine, plan, empty);
}

/** An empty archive is left out, and so are those of higher numbers beside it: the search ended there. */
function endScan(engine: EngineProfile, plan: OverlayPlan, empty: readonly OverlayLayer[]): OverlayPlan {
  const ends = new Map<string, number>();
  for (const { path } of empty) {
    const place = numberOf(path);
    if (place !== undefined)
      ends.set(place.folder, Math.min(place.number, ends.get(place.folder) ?? place.number));
  }
  const isLoaded = ({ path, kind }: OverlayLayer): boolean => {
    const place = kind === 'archive' ? numberOf(path) : undefined;
    return place === undefined || place.number < (ends.get(place.folder) ?? Number.POSITIVE_INFINITY);
  };
  const left = plan.layers.filter((layer) => !isLoaded(layer));
  const findings = left.map(
    ({ path }): Finding => ({
      severity: 'warning',
      code: 'empty-archive',
      message: `"${path}" is not loaded: ${engine.title} stops at an archive that has no files.`,
      path,
    }),
  );
  return { ...plan, layers: plan.layers.filter(isLoaded), findings: [...plan.findings, ...findings] };
}

function numberOf(path: string): { readonly folder: string; readonly number: number } | undefined {
  const [, folder = '', digits] = /^(.*\/)?pak(\d+)\.pak$/i.exec(path) ?? [];
  return digits === undefined ? undefined : { folder, number: Number(digits) };
}
