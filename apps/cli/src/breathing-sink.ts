import type { Awaitable, ByteSink } from '@packwright/core';

/** A sink that lets signals get through now and then: writing files never waits for anything by itself. */
export function breathingSink(sink: ByteSink, breathe: () => Promise<void> | undefined): ByteSink {
  const after = (written: Awaitable<void>): Awaitable<void> =>
    written instanceof Promise ? written : breathe();
  const { writeFrom } = sink;
  return {
    write: (offset, bytes) => after(sink.write(offset, bytes)),
    ...(writeFrom !== undefined && {
      writeFrom: (...range: Parameters<typeof writeFrom>) => after(writeFrom.apply(sink, range)),
    }),
    settle: () => sink.settle?.(),
  };
}
