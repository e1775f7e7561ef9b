import { type ByteSink, type ByteSource, BytesSink, BytesSource } from '@packwright/core';

/** A place for an archive that has to be rebuilt before it can be put into another one. */
export interface Spool {
  readonly sink: ByteSink;
  /** What was written, once it is complete. */
  finish(): Promise<ByteSource>;
}

/** A spool in memory. */
export function memorySpool(): Spool {
  const sink = new BytesSink();
  return { sink, finish: () => Promise.resolve(new BytesSource(sink.bytes())) };
}
