import {
  ArchiveError,
  type Awaitable,
  ByteReader,
  type CodecContext,
  CodecRegistry,
  decodeLatin1,
  encodeLatin1,
} from '@packwright/core';
import { findWorlds, generateTerrainNames } from './terrain.ts';

/** Extensions of files that other files mention. No one begins with another, so at most one fits at a dot. */
const extensions: readonly string[] = (
  'adr agr ags apb apx bat bin cdt cnk0 cnk1 cnk2 cnk3 cnk4 cnk5 crc crt cso cur dat db dds def dir dll dma dme ' +
  'dmv dsk dx11efb dx11rsb dx11ssb eco efb exe fsb fxd fxo gfx gnf i64 ini jpg lst lua mrn pak pem playerstudio ' +
  'png prsb psd pssb tga thm tome ttf txt vnfo wav xlsx xml xrsb xssb zone'
).split(' ');

/** Names are looked for this far before their dot, so that no content takes quadratic time. */
const longestName = 128;

/** Content with a zero byte in its first 8,000 is not text. */
const textProbe = 8000;

/** How files begin that hold names although they may have zero bytes: flat files, actors, textures, models. */
const nameCarriers: readonly string[] = [
  '#',
  '<ActorRuntime>',
  '<ActorSet>',
  '<?xml',
  '*TEXTUREPART',
  'DMAT',
  'DMOD',
];

/** A sound bank: its own name lies behind 64 bytes and a table whose length is at offset 12. */
const soundBank = 'FSB5';
const soundBankHeader = 64;

/** A user interface movie: a zlib stream from byte 8. */
const movie = 'CFX';
const movieHeader = 8;
const largestMovie = 64 * 2 ** 20;

/** Finds what may be names of assets in the content of one. Most are not: each must be hashed before it is believed. */
export function scrapeNames(content: Uint8Array, report: (name: string) => void): Awaitable<void> {
  if (startsWith(content, soundBank)) {
    reportBankName(content, report);
  } else if (startsWith(content, movie)) {
    return inflateMovie(content).then((bytes) => scanText(bytes, report));
  } else if (nameCarriers.some((start) => startsWith(content, start)) || isText(content)) {
    scanText(content, report);
    reportTerrain(content, report);
  }
}

function startsWith(content: Uint8Array, start: string): boolean {
  return content.length >= start.length && decodeLatin1(content, 0, start.length) === start;
}

function isText(content: Uint8Array): boolean {
  return !content.subarray(0, textProbe).includes(0);
}

function reportBankName(content: Uint8Array, report: (name: string) => void): void {
  if (content.length < soundBankHeader) return;
  const start = soundBankHeader + new ByteReader(content, 'little').seek(12).u32();
  const bytes = content.subarray(start, start + longestName);
  const end = bytes.indexOf(0);
  if (end > 0) report(`${decodeLatin1(bytes, 0, end)}.fsb`);
}

async function inflateMovie(content: Uint8Array): Promise<Uint8Array> {
  try {
    const codecs = new CodecRegistry();
    const context: CodecContext = {
      keys: { get: () => undefined },
      strict: false,
      limit: largestMovie,
      codec: (id) => codecs.get(id),
      report: () => undefined,
    };
    const stream = content.subarray(movieHeader);
    return await codecs.get('zlib').decode(stream, { codec: 'zlib' }, undefined, context);
  } catch (error) {
    // A movie that does not inflate has no names to tell; its damage is for verify to find.
    if (ArchiveError.is(error)) return new Uint8Array(0);
    throw error;
  }
}

function reportTerrain(content: Uint8Array, report: (name: string) => void): void {
  if (!decodeLatin1(content.subarray(0, textProbe)).includes('<ObjectTerrainData')) return;
  for (const world of findWorlds(decodeLatin1(content))) {
    for (const name of generateTerrainNames(world)) report(name);
  }
}

function scanText(content: Uint8Array, report: (name: string) => void): void {
  for (let dot = content.indexOf(0x2e); dot >= 0; dot = content.indexOf(0x2e, dot + 1)) {
    const extension = measureExtension(content, dot + 1);
    if (extension === 0) continue;
    const narrow = startOfName(content, dot, narrowCharacters);
    const wide = startOfName(content, dot, wideCharacters);
    const end = dot + 1 + extension;
    if (narrow < dot) reportCandidate(decodeLatin1(content, narrow, end), report);
    if (wide < narrow) reportCandidate(decodeLatin1(content, wide, end), report);
  }
}

/** The extensions by the code of their first letter, small and capital. */
const extensionsByLetter: readonly (readonly Uint8Array[])[] = Array.from({ length: 256 }, (_, code) => {
  const letter = String.fromCharCode(code).toLowerCase();
  return extensions.filter((extension) => extension.startsWith(letter)).map(encodeLatin1);
});

/** The length of the extension at a position, in whatever case; 0 when there is none. */
function measureExtension(content: Uint8Array, start: number): number {
  for (const extension of extensionsByLetter[content[start] ?? 0] ?? []) {
    let at = 1;
    while (at < extension.length && lower(content[start + at] ?? 0) === extension[at]) at++;
    if (at === extension.length) return at;
  }
  return 0;
}

function lower(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
}

function startOfName(content: Uint8Array, dot: number, allowed: Uint8Array): number {
  const floor = Math.max(0, dot - longestName);
  let start = dot;
  while (start > floor && allowed[content[start - 1] ?? 0] === 1) start--;
  return start;
}

/** Letters, digits, `_`, `-`, and `<` `>` of templates: what nearly all names are made of. */
const narrowCharacters: Uint8Array = characterTable((character) => /[A-Za-z0-9_<>-]/.test(character));

/** Anything printable that does not separate names: for the few others, such as names with two dots. */
const wideCharacters: Uint8Array = characterTable(
  (character) => character > ' ' && character <= '}' && !'!"#$%&*+,/:;=>?@\\^`|'.includes(character),
);

function characterTable(isAllowed: (character: string) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (isAllowed(String.fromCharCode(byte)) ? 1 : 0));
}

/** Reports a candidate, or the names that a template stands for, and those that follow from a name. */
function reportCandidate(candidate: string, report: (name: string) => void): void {
  if (/<gender>/i.test(candidate)) {
    for (const gender of ['Male', 'Female']) reportCandidate(candidate.replace(/<gender>/gi, gender), report);
    return;
  }
  const name = candidate.slice(Math.max(candidate.lastIndexOf('<'), candidate.lastIndexOf('>')) + 1);
  if (name.startsWith('.')) return;
  report(name);
  if (/\.efb$/i.test(name)) report(`${name.slice(0, -4)}.dx11efb`);
  if (/_LOD0\.dme$/i.test(name)) report(`${name.slice(0, -9)}.adr`);
}
