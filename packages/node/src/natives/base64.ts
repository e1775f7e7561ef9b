/** Bytes of base64 text, with Node's own decoder: its `atob` looks at each character in JavaScript. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'base64'));
}
