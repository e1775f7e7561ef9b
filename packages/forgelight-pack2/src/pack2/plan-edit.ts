import { ArchiveError, type Change } from '@packwright/core';
import { hashAsset } from './asset-name.ts';
import { checkAsset } from './check.ts';
import { unknownFlag } from './layout.ts';
import type { MapRows } from './map-rows.ts';

/** New data for a row: which change has its content. */
interface NewData {
  readonly row: number;
  readonly change: number;
  readonly size: number;
}

/** What an edit comes to: the rows with their final hashes, and what is still to be found out for some. */
export interface EditPlan {
  readonly rows: MapRows;
  /** Rows that get new data. */
  readonly data: readonly NewData[];
  /** Rows that keep their data under another name. */
  readonly rehashed: readonly number[];
}

/** Applies changes to the rows; throws `WRITE_REFUSED` when two assets would have the same hash. */
export function planEdit(rows: MapRows, changes: readonly Change[]): EditPlan {
  const data = new Map<number, NewData>();
  const renamed = new Map<number, string>();
  const hash = new Uint32Array(2);
  for (const [number, change] of changes.entries()) {
    if (change.kind === 'remove') rows.remove(change.entry);
    else if (change.kind === 'replace') {
      data.set(change.entry, { row: change.entry, change: number, size: change.content.size });
    } else {
      refuseName(change.path);
      hashAsset(change, hash);
      if (change.kind === 'rename') {
        rows.setHash(change.entry, hash);
        renamed.set(change.entry, change.path);
      } else if (change.content !== undefined) {
        const row = rows.add(hash);
        rows.setPlace(row, { offset: 0, length: 0, flags: unknownFlag, dataHash: 0 });
        data.set(row, { row, change: number, size: change.content.size });
        renamed.set(row, change.path);
      }
    }
  }
  refuseRepeats(rows, renamed);
  return {
    rows,
    data: [...data.values()].filter(({ row }) => !rows.isRemoved(row)),
    rehashed: [...renamed.keys()].filter((row) => !data.has(row) && !rows.isRemoved(row)),
  };
}

function refuseName(path: string): void {
  const problem = checkAsset({ path }, 0, {}).find(({ severity }) => severity === 'error');
  if (problem !== undefined) throw new ArchiveError('WRITE_REFUSED', problem.message, { path });
}

/** Two rows of one hash are tolerated where the archive had them, but not made. */
function refuseRepeats(rows: MapRows, renamed: ReadonlyMap<number, string>): void {
  const order = rows.order();
  for (let i = 1; i < order.length; i++) {
    const before = order[i - 1] ?? 0;
    const row = order[i] ?? 0;
    if (rows.compare(before, row) !== 0) continue;
    const path = renamed.get(row) ?? renamed.get(before);
    if (path === undefined) continue;
    throw new ArchiveError(
      'WRITE_REFUSED',
      `The name ${JSON.stringify(path)} has the hash ${rows.hashText(row)} of another asset, expected one of its own.`,
      { path, help: 'Replace that asset, or remove it first.' },
    );
  }
}
