import type { ByteSink } from '@packwright/core';

/** A sink that lets signals get through now and then: writing files never waits for anything by itself. */
export function breathingSink(sink: ByteSink, breathe: () => Promise<void> | undefined): ByteSink {
  return {
    write: (offset, bytes) => {
      const written = sink.write(offset, bytes);
      return written instanceof Promise ? written : breathe();
    },
  };
}
