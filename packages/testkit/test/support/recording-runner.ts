import type { TestRunner } from '../../src/index.ts';

/** A check that was registered. */
export interface RecordedCheck {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/** A check that failed when it was run. */
export interface FailedCheck {
  readonly name: string;
  readonly error: unknown;
}

/** Keeps what a suite registers, and runs it when asked. */
export class RecordingRunner implements TestRunner {
  readonly checks: RecordedCheck[] = [];

  describe(_name: string, body: () => void): void {
    body();
  }

  it(name: string, run: () => Promise<void>): void {
    this.checks.push({ name, run });
  }

  /** Runs everything in order and gives what failed. */
  async run(): Promise<readonly FailedCheck[]> {
    const failed: FailedCheck[] = [];
    for (const { name, run } of this.checks) {
      try {
        await run();
      } catch (error) {
        failed.push({ name, error });
      }
    }
    return failed;
  }
}
