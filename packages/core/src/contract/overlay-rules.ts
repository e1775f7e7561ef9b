import type { Finding } from './finding.ts';
import type { Attributes } from './json.ts';
import type { OptionSchema, OptionValues } from './option-schema.ts';

/** The files of a game folder, as paths with `/` relative to it, in the order of the file system. */
export interface OverlayListing {
  readonly files: readonly string[];
}

/** One element of a search path. */
export interface OverlayLayer {
  readonly kind: 'archive' | 'folder';
  /** Path in the listing. */
  readonly path: string;
  /** Why it stands here, in a few words. */
  readonly reason: string;
  /** Whether a look-up of that name may be answered by this layer, archive or folder. Default: yes. */
  readonly allows?: (name: string) => boolean;
}

/** A search path: earlier layers win. */
export interface OverlayPlan {
  readonly layers: readonly OverlayLayer[];
  readonly caseSensitive: boolean;
  /** Which of two entries of one name wins inside one archive. */
  readonly duplicates: 'first' | 'last';
  /** What the game does with an archive that it cannot read. Default: `fail`. */
  readonly unreadable?: 'fail' | 'skip';
  readonly findings: readonly Finding[];
}

/** Reads a file of the tree while the plan is refined; absent when no layer has it. */
export type OverlayLookup = (name: string) => Promise<Uint8Array | undefined>;

/** Facts of an archive among the layers while the plan is refined; absent when it cannot be read. */
export type OverlayInspect = (path: string) => Promise<Attributes | undefined>;

/** A game's own search rules: a pure function from a listing to layers. */
export interface OverlayRules<O extends OptionSchema = OptionSchema> {
  readonly id: string;
  readonly title: string;
  readonly options: O;
  plan(listing: OverlayListing, options: OptionValues<O>): OverlayPlan;
  /** Changes the plan after a look into it, where the game does: a registration check, for instance. */
  refine?(plan: OverlayPlan, lookup: OverlayLookup, inspect?: OverlayInspect): Promise<OverlayPlan>;
}
