/** Numbers at which things change. */
const edges = [0, 1, 0x7f, 0x80, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff];

/** A copy of an archive with a few bytes changed, most of them where tables are, and perhaps cut or longer. */
export function mutate(original, random) {
  const bytes = resize(Buffer.from(original), random);
  for (let count = 1 + random.below(random.once(2) ? 2 : 8); count > 0; count--) change(bytes, random);
  return bytes;
}

function resize(bytes, random) {
  if (random.once(10)) return bytes.subarray(0, 1 + random.below(bytes.length));
  if (random.once(20)) return Buffer.concat([bytes, Buffer.alloc(random.below(5000), random.below(256))]);
  return bytes;
}

function change(bytes, random) {
  const at = choosePlace(bytes.length, random);
  const kind = random.below(4);
  const isRoomy = at + 4 <= bytes.length;
  if (kind === 0) bytes[at] ^= 1 << random.below(8);
  else if (kind === 1 || !isRoomy) bytes[at] = random.below(256);
  else if (kind === 2) bytes[random.once(2) ? 'writeUInt32LE' : 'writeUInt32BE'](random.pick(edges), at);
  else bytes.writeUInt32LE((bytes.readUInt32LE(at) + random.below(9) - 4) >>> 0, at);
}

/** Headers and tables lie at the ends, and a byte of them changes more than one of content. */
function choosePlace(length, random) {
  const reach = random.pick([64, 4096, 40_000, length]);
  const from = random.below(Math.min(reach, length));
  return reach === 40_000 ? length - 1 - from : from;
}
