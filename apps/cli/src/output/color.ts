/** Puts colours around text, or not. */
export interface Palette {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  blue(text: string): string;
  cyan(text: string): string;
}

function paint(open: number, close: number, on: boolean): (text: string) => string {
  return on ? (text) => text && `\u001b[${open}m${text}\u001b[${close}m` : (text) => text;
}

/** Colours for one stream: the flag first, then NO_COLOR and FORCE_COLOR, then whether a person looks at it. */
export function paletteFor(stream: { readonly isTTY?: boolean }, when: string | undefined): Palette {
  const on = isColored(stream, when);
  return {
    bold: paint(1, 22, on),
    dim: paint(2, 22, on),
    red: paint(31, 39, on),
    green: paint(32, 39, on),
    yellow: paint(33, 39, on),
    blue: paint(34, 39, on),
    cyan: paint(36, 39, on),
  };
}

function isColored(stream: { readonly isTTY?: boolean }, when: string | undefined): boolean {
  if (when === 'always') return true;
  if (when === 'never') return false;
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return stream.isTTY === true && TERM !== 'dumb';
}
