/** A header that may be cut short by the end of the file: what is missing counts as zero. */
export function viewHeader(bytes: Uint8Array, length: number): DataView {
  const whole = new Uint8Array(length);
  whole.set(bytes.subarray(0, length));
  return new DataView(whole.buffer);
}
