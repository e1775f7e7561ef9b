/** Loads one range; what it gives has exactly that length. */
export type LoadRange = (offset: number, length: number, signal: AbortSignal) => Promise<Uint8Array>;

/** Ranges closer than this are loaded together: the gap costs less than a further request. */
const closeEnough = 65536;
/** Ranges are not joined beyond this. */
const longestJoin = 4 * 2 ** 20;

interface Wish {
  readonly offset: number;
  readonly length: number;
  grant(bytes: Uint8Array): void;
  refuse(reason: unknown): void;
}

/** A request under way, and how many still wait for it. */
interface Load {
  readonly offset: number;
  end: number;
  readonly wishes: Set<Wish>;
  readonly controller: AbortController;
}

/**
 * Joins reads that are asked for in one tick and lie close together into one request, and lets later reads share a
 * request that is under way. Each read has its own signal; a request is given up when nobody waits for it.
 */
export class RangeJoiner {
  readonly #load: LoadRange;
  readonly #queued = new Set<Wish>();
  readonly #underWay = new Set<Load>();

  constructor(load: LoadRange) {
    this.#load = load;
  }

  read(offset: number, length: number, signal?: AbortSignal | undefined): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#forget(wish);
        reject(signal?.reason);
      };
      const wish: Wish = {
        offset,
        length,
        grant: (bytes) => {
          signal?.removeEventListener('abort', leave);
          resolve(bytes);
        },
        refuse: (reason) => {
          signal?.removeEventListener('abort', leave);
          reject(reason);
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      if (this.#share(wish)) return;
      if (this.#queued.size === 0) queueMicrotask(() => this.#send());
      this.#queued.add(wish);
    });
  }

  /** Refuses all reads and ends all requests. */
  close(reason: unknown): void {
    for (const wish of this.#queued) wish.refuse(reason);
    this.#queued.clear();
    for (const load of this.#underWay) {
      for (const wish of load.wishes) wish.refuse(reason);
      load.controller.abort(reason);
    }
    this.#underWay.clear();
  }

  #share(wish: Wish): boolean {
    for (const load of this.#underWay) {
      if (wish.offset >= load.offset && wish.offset + wish.length <= load.end) {
        load.wishes.add(wish);
        return true;
      }
    }
    return false;
  }

  #forget(wish: Wish): void {
    this.#queued.delete(wish);
    for (const load of this.#underWay) {
      if (!load.wishes.delete(wish) || load.wishes.size > 0) continue;
      this.#underWay.delete(load);
      load.controller.abort();
    }
  }

  #send(): void {
    const wishes = [...this.#queued].sort((a, b) => a.offset - b.offset);
    this.#queued.clear();
    const loads: Load[] = [];
    for (const wish of wishes) {
      let load = loads.at(-1);
      const end = Math.max(load?.end ?? 0, wish.offset + wish.length);
      const joins =
        load !== undefined &&
        (end === load.end || (wish.offset - load.end <= closeEnough && end - load.offset <= longestJoin));
      if (load === undefined || !joins) {
        load = { offset: wish.offset, end, wishes: new Set(), controller: new AbortController() };
        loads.push(load);
        this.#underWay.add(load);
      }
      load.end = end;
      load.wishes.add(wish);
    }
    for (const load of loads) this.#start(load);
  }

  #start(load: Load): void {
    const { offset, end, wishes, controller } = load;
    this.#load(offset, end - offset, controller.signal).then(
      (bytes) => {
        this.#underWay.delete(load);
        for (const wish of wishes) {
          const start = wish.offset - offset;
          wish.grant(bytes.subarray(start, start + wish.length));
        }
      },
      (reason) => {
        this.#underWay.delete(load);
        for (const wish of wishes) wish.refuse(reason);
      },
    );
  }
}
