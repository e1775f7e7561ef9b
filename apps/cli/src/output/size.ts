import { ArchiveError } from '@packwright/core';

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** A size for people: `12 B`, `3.4 MB`. Units are powers of 1024. */
export function formatSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(value < 10 ? 2 : 1)} ${units[unit]}`;
}

/** A whole number with thousands apart. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 file`, `2 files`. */
export function plural(count: number, word: string, many = `${word}s`): string {
  return `${formatCount(count)} ${count === 1 ? word : many}`;
}

/** Bytes of text such as `64M`, `1.5G`, `4096`. */
export function parseSize(text: string, flag: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?$/i.exec(text);
  const power = 'kmgt'.indexOf((match?.[2] ?? '').toLowerCase() || ' ') + 1;
  const bytes = Math.floor(Number(match?.[1]) * 1024 ** power);
  if (match !== null && Number.isSafeInteger(bytes)) return bytes;
  throw new ArchiveError('OPTION_INVALID', `--${flag} is "${text}", expected a size such as 64M or 2G.`);
}
