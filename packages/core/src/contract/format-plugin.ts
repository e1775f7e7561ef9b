import type { ArchiveIndex, Extent } from './archive-index.ts';
import type { Awaitable } from './awaitable.ts';
import type { ByteSource } from './byte-source.ts';
import type { Codec } from './codec.ts';
import type { Finding } from './finding.ts';
import type { KeyRequirement, Keys } from './keys.ts';
import type { Limits } from './limits.ts';
import type { NameHash } from './name-hash.ts';
import type { OptionSchema, OptionValues } from './option-schema.ts';
import type { OverlayRules } from './overlay-rules.ts';
import type { FormatWriter } from './writer.ts';

/** Bytes that every archive of a format has: data, so that most plugins are never even imported. */
export interface Signature {
  /** Offset from the start; negative counts from the end. */
  readonly at: number;
  /** Lower-case hex. */
  readonly bytes: string;
}

/** A format: it describes where things are, core does the reading and writing. */
export interface FormatPlugin<R extends OptionSchema = OptionSchema, W extends OptionSchema = OptionSchema> {
  readonly contract: 1;
  /** Lower-case words with hyphens. */
  readonly id: string;
  readonly title: string;
  /** With the dot, lower-case. */
  readonly extensions: readonly string[];
  /** Any one must match; none at all means that only `detect` can tell. */
  readonly signatures: readonly Signature[];
  /** Options for reading. */
  readonly options: R;
  readonly keys?: readonly KeyRequirement[];
  /** Reads key files of other tools: key bytes by id, or nothing when it is no such file. */
  readKeyFile?(name: string, bytes: Uint8Array): ReadonlyMap<string, Uint8Array> | undefined;
  readonly names?: NameHash;
  readonly codecs?: readonly Codec[];
  readonly overlays?: readonly OverlayRules[];
  /** A bid for the bytes, or nothing when they are not this format. */
  detect(probe: Probe): Awaitable<Detection | undefined>;
  open(source: ByteSource, context: OpenContext<R>): Promise<ArchiveIndex>;
  readonly writer?: FormatWriter<W>;
}

/** What detection may look at: the head is already there, anything else costs a read. */
export interface Probe {
  /** Up to 64 KiB from the start. */
  readonly head: Uint8Array;
  readonly size: number;
  readonly name?: string | undefined;
  /** Any range of the file, cut at its end. */
  read(offset: number, length: number): Awaitable<Uint8Array>;
}

/** A bid in the auction of formats. */
export interface Detection {
  /** 0–100. */
  readonly confidence: number;
  /** Why, in a few words that complete "recognised by …". */
  readonly reason: string;
  readonly variant?: string | undefined;
  /** The bytes are certainly this family: its own error is shown, and nobody else is tried. */
  readonly claimed?: boolean | undefined;
}

/** What `open` is given. */
export interface OpenContext<R extends OptionSchema = OptionSchema> {
  readonly options: OptionValues<R>;
  readonly strict: boolean;
  readonly keys: Keys;
  readonly limits: Limits;
  readonly signal?: AbortSignal | undefined;
  /** Tells of an oddity; one of severity `error` throws under `strict`. */
  report(finding: Finding): void;
  /** What the index holds, drawn from the one budget until the archive is closed. */
  readonly memory: TableMemory;
  /** Decoded bytes of extents, under the limits: encrypted tables, names kept as data. */
  read(extents: readonly Extent[]): Promise<Uint8Array>;
}

/** The memory of an index. All that is read while opening counts by itself; a format tells of the rest. */
export interface TableMemory {
  /** Draws bytes for columns that are made of what was read; `LIMIT_EXCEEDED` when they do not fit. */
  take(bytes: number): void;
  /** Gives back bytes that were read or taken and are not kept. */
  release(bytes: number): void;
}

/** What a plugin package exports by default. */
export type PluginExport = FormatPlugin | readonly FormatPlugin[];
