const table = buildTable();

/** CRC-16/CCITT-FALSE (polynomial 0x1021, start 0xFFFF): how Quake recognises its own `pak0.pak` by the directory. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) crc = ((crc << 8) & 0xffff) ^ (table[(crc >>> 8) ^ byte] ?? 0);
  return crc;
}

function buildTable(): Uint16Array {
  const values = new Uint16Array(256);
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
    values[byte] = crc;
  }
  return values;
}
