/*
 * zlib in JavaScript, as `@packwright/core/portable-deflate`: a hundred kilobytes that a platform with a zlib of its own
 * needs only for damaged streams and for the encoder `classic`. So it is loaded when it is needed.
 */
export { DeflateStream } from './deflate-stream.ts';
export { InflateStream } from './inflate-stream.ts';
