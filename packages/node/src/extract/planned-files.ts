import { sortedRows } from './sorted-rows.ts';

/** Files to be written, as columns: an object for each would be most of the work of planning. */
export class PlannedFiles {
  /** Numbers in the archive. */
  readonly entries: number[] = [];
  /** Numbers of folders of the tree. */
  readonly folders: number[] = [];
  /** Names in these folders. */
  readonly names: string[] = [];
  /** Where their bytes begin: files are read in this order. */
  readonly orders: number[] = [];

  /** Whether they lie so already. */
  #isSorted = true;
  #lastOrder = Number.NEGATIVE_INFINITY;

  get length(): number {
    return this.entries.length;
  }

  add(entry: number, folder: number, name: string, order: number): void {
    this.entries.push(entry);
    this.folders.push(folder);
    this.names.push(name);
    this.orders.push(order);
    if (order < this.#lastOrder) this.#isSorted = false;
    this.#lastOrder = order;
  }

  /** The numbers of the files in the order of their bytes; nothing when they lie so already. */
  byOrder(): Uint32Array | undefined {
    return this.#isSorted ? undefined : sortedRows(this.orders);
  }

  /** These files in another order, and others behind them. */
  arrange(order: Uint32Array | undefined, others?: PlannedFiles | undefined): PlannedFiles {
    if (order === undefined && (others === undefined || others.length === 0)) return this;
    const arranged = new PlannedFiles();
    for (let number = 0; number < this.length; number++) arranged.#take(this, order?.[number] ?? number);
    for (let number = 0; number < (others?.length ?? 0); number++)
      arranged.#take(others as PlannedFiles, number);
    return arranged;
  }

  #take(from: PlannedFiles, row: number): void {
    this.add(
      from.entries[row] as number,
      from.folders[row] as number,
      from.names[row] as string,
      from.orders[row] as number,
    );
  }
}
