/** Milliseconds after which V8 may optimise: work that goes on for so long gets its effort back. */
const longest = 500;
/** V8 optimises no functions with more bytecode than this; the other is its default. */
const none = '--max-optimized-bytecode-size=0';
const usual = '--max-optimized-bytecode-size=61440';
/** Major versions of Node in which this was tried, with the tests of it and an extraction. Flags are V8's own and may go; then a run is slower and nothing else. */
const known: ReadonlySet<string> = new Set(['20', '22', '24', '26']);

let isAllowed = false;

/**
 * Says that this process does one thing and ends. V8 optimises in threads of its own: a run of ten thousand files took
 * a quarter of its processor time for that, while all cores were at work, and ended before it paid. With this, V8 waits
 * a moment. Its flags are the process's, so it is not for a library to decide. Gives a function that takes it back.
 */
export function allowOptimizerHold(): () => void {
  const [major = ''] = process.versions.node.split('.');
  isAllowed = known.has(major);
  return () => {
    isAllowed = false;
  };
}

/** Keeps V8 from optimising for a moment, once for each work; whoever begins it ends it. */
export class OptimizerHold {
  #since: number | undefined;
  #isOver = !isAllowed;

  /**
   * To be asked now and then. `isComplete` says that all threads have loaded what they need: other flags than those it
   * was compiled with would make V8 reject the code that is kept for it.
   */
  look(isComplete: boolean): void {
    if (this.#isOver) return;
    if (this.#since === undefined) {
      if (!isComplete) return;
      this.#since = performance.now();
      setFlag(none);
    } else if (performance.now() - this.#since > longest) this.end();
  }

  end(): void {
    this.#isOver = true;
    if (this.#since !== undefined) setFlag(usual);
    this.#since = undefined;
  }
}

/** Loaded when it is first needed: few runs need it, and it brings streams along. */
function setFlag(flag: string): void {
  process.getBuiltinModule('node:v8').setFlagsFromString(flag);
}
