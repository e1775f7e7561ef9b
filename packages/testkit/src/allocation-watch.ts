/** What was asked for at once, while someone watched. */
export interface Allocations {
  /** The most bytes that one array was made with. */
  readonly largest: number;
}

const watchedNames = [
  'ArrayBuffer',
  'Uint8Array',
  'Int8Array',
  'Uint16Array',
  'Int16Array',
  'Uint32Array',
  'Int32Array',
  'Float32Array',
  'Float64Array',
  'BigUint64Array',
  'BigInt64Array',
  'Array',
] as const;

type ArrayConstructor = new (...given: unknown[]) => object;

/** Bytes that an element of a plain array takes. */
const pointerLength = 8;

/**
 * Runs work and notes the largest array that is made by length. No platform tells this in the same way, so the
 * array constructors are replaced for the time of the work; a length above `refuseAbove` throws instead of
 * filling the machine's memory.
 */
export async function watchAllocations(refuseAbove: number, work: () => Promise<void>): Promise<Allocations> {
  const allocations = { largest: 0 };
  const restore = watchedNames.map((name) => replace(name, allocations, refuseAbove));
  try {
    await work();
  } finally {
    for (const undo of restore) undo();
  }
  return allocations;
}

function replace(name: string, allocations: { largest: number }, refuseAbove: number): () => void {
  const global = globalThis as unknown as Record<string, ArrayConstructor>;
  const original = global[name];
  if (original === undefined) return () => undefined;
  const width = widthOf(original);
  const note = (given: readonly unknown[]): void => {
    const [length] = given;
    if (given.length !== 1 || typeof length !== 'number') return;
    const bytes = length * width;
    if (bytes > allocations.largest) allocations.largest = bytes;
    if (bytes > refuseAbove) throw new RangeError(`${name} of ${length} elements was refused by the testkit`);
  };
  const watched: ArrayConstructor = new Proxy(original, {
    construct(target, given: unknown[], newTarget) {
      note(given);
      return Reflect.construct(target, given, newTarget === watched ? target : newTarget) as object;
    },
    apply(target, self, given: unknown[]) {
      note(given);
      return Reflect.apply(target as unknown as (...given: unknown[]) => unknown, self, given);
    },
  });
  global[name] = watched;
  return () => {
    global[name] = original;
  };
}

function widthOf(kind: object): number {
  if ('BYTES_PER_ELEMENT' in kind) return Number(kind.BYTES_PER_ELEMENT);
  return kind === Array ? pointerLength : 1;
}
