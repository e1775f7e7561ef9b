import { nodeCrypto } from '../../natives/node-crypto.ts';
import { hitLength, layOutScan, makeScanModule, type ScanLayout, type WindowGroup } from './scan-module.ts';
import { compileWasm, instantiateWasm, type WasmModule } from './wasm-api.ts';

/** A window that is sought: its length and SHA-1 in lower-case hex. */
export interface SoughtWindow {
  readonly length: number;
  readonly sha1: string;
}

/** A window that was found. */
export interface FoundWindow extends SoughtWindow {
  readonly bytes: Uint8Array;
}

/** Everything that threads need to search for the same windows, as plain data. */
export interface ScanPlan {
  readonly sought: readonly SoughtWindow[];
  readonly groups: readonly WindowGroup[];
  readonly layout: ScanLayout;
  readonly module: WasmModule;
}

/** Window starts that are scanned in one go: few enough for a stop to be noticed soon. */
export const chunkLength: number = 2 ** 20;
/** Window starts of one call: limits the room for hits, as every window may be one. */
const sliceLength = 65536;
/** Windows up to this length are sought at every multiple of 4, longer ones at every multiple of 8. */
const longestShort = 64;

/** Prepares a search: which windows are looked at where, and the code that does it. */
export function planScan(sought: readonly SoughtWindow[], everywhere: boolean): ScanPlan {
  const lengths = [...new Set(sought.map(({ length }) => length))].sort((a, b) => a - b);
  const isFine = (length: number): boolean => everywhere || length <= longestShort;
  const groups = (
    [
      { step: 4, lengths: lengths.filter(isFine) },
      { step: 8, lengths: lengths.filter((length) => !isFine(length)) },
    ] satisfies WindowGroup[]
  ).filter((group) => group.lengths.length > 0);
  const most = Math.max(0, ...groups.map((group) => (sliceLength / group.step + 4) * group.lengths.length));
  const layout = layOutScan(groups, most, chunkLength + (lengths.at(-1) ?? 0));
  return { sought, groups, layout, module: compileWasm(makeScanModule(groups, layout)) };
}

type Scan = (from: number, to: number) => number;

/** Looks for windows in a buffer that the caller fills. */
export class WindowScanner {
  /** Where the data goes: a chunk, and as much of the next one as the longest window needs. */
  readonly buffer: Uint8Array;
  readonly #plan: ScanPlan;
  readonly #scans: readonly Scan[];
  readonly #view: DataView;
  /** Numbers of sought windows by the first word of their digests. */
  readonly #byFirstWord = new Map<number, number[]>();
  readonly #isFound: Uint8Array;

  /** `isFound` has a byte for each sought window; threads that share it do not look for the same one twice. */
  constructor(plan: ScanPlan, isFound: Uint8Array) {
    this.#plan = plan;
    this.#isFound = isFound;
    const { layout, groups, sought } = plan;
    const exports = instantiateWasm(plan.module);
    const memory = (exports.memory as { readonly buffer: ArrayBuffer }).buffer;
    this.#scans = groups.map((_, i) => exports[`scan${i}`] as Scan);
    this.#view = new DataView(memory);
    const longest = Math.max(0, ...sought.map(({ length }) => length));
    this.buffer = new Uint8Array(memory, layout.data, chunkLength + longest);
    for (const [number, window] of sought.entries()) {
      const first = Number.parseInt(window.sha1.slice(0, 8), 16);
      this.#view.setUint8((layout.filters.get(window.length) ?? 0) + (first >>> 16), 1);
      this.#byFirstWord.set(first, [...(this.#byFirstWord.get(first) ?? []), number]);
    }
  }

  /** Whether every window was found, by this thread or another. */
  get isDone(): boolean {
    return this.#isFound.every((flag) => flag !== 0);
  }

  /** The windows, each once, that start in the first `starts` bytes of the buffer, of which `length` are data. */
  scan(starts: number, length: number): FoundWindow[] {
    const found: FoundWindow[] = [];
    const { data } = this.#plan.layout;
    for (const scan of this.#scans) {
      for (let at = 0; at < starts; at += sliceLength) {
        const hits = scan(data + at, data + Math.min(starts, at + sliceLength));
        this.#collect(hits, length, found);
      }
    }
    return found;
  }

  #collect(hits: number, length: number, found: FoundWindow[]): void {
    const { hits: list, data } = this.#plan.layout;
    for (let hit = 0; hit < hits; hit++) {
      const start = this.#view.getUint32(list + hit * hitLength, true) - data;
      const first = this.#view.getUint32(list + hit * hitLength + 4, true);
      for (const number of this.#byFirstWord.get(first) ?? []) this.#confirm(number, start, length, found);
    }
  }

  /** The code compared the beginning of a digest only. */
  #confirm(number: number, start: number, length: number, found: FoundWindow[]): void {
    const window = this.#plan.sought[number];
    if (window === undefined || this.#isFound[number] !== 0 || start > length - window.length) return;
    const bytes = this.buffer.slice(start, start + window.length);
    if (nodeCrypto().createHash('sha1').update(bytes).digest('hex') !== window.sha1) return;
    this.#isFound[number] = 1;
    found.push({ ...window, bytes });
  }
}
