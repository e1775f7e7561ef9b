/** Where compiled code is kept, as plain data for threads. */
export interface CodeStore {
  readonly folder: string;
  /** What is being done: each work compiles other functions, and only those it needs are worth reading. */
  readonly work: string;
  /** The flags that the process was started with: V8's are those of all its threads, which are not told of them. */
  readonly flags: string;
}

/** The store of this process; to be made in its main thread. */
export function makeCodeStore(folder: string, work: string): CodeStore {
  const { execArgv, env } = process;
  return { folder, work, flags: [...execArgv, env.NODE_OPTIONS ?? ''].join('\n') };
}
