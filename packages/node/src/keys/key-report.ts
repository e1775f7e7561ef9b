import type { KeyRequirement } from '@packwright/core';

/** What is known of a key, without its bytes. */
export interface KeyStatus {
  readonly id: string;
  readonly title: string;
  /** Parts by which it can be found in an executable; 0 when no digest is known and only a key file helps. */
  readonly pieces: number;
  /** How many of them were found. */
  readonly found: number;
}

/** What an import came to. */
export interface ImportReport {
  /** New in the store. */
  readonly imported: readonly KeyStatus[];
  /** In the store from before, and not looked for. */
  readonly known: readonly KeyStatus[];
  readonly missing: readonly KeyStatus[];
  /** Bytes that were searched. */
  readonly searched: number;
}

/** The status of a key of which some pieces were found. */
export function statusOf(requirement: KeyRequirement, found: number): KeyStatus {
  return { id: requirement.id, title: requirement.title, pieces: requirement.pieces?.length ?? 0, found };
}
