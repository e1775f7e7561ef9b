import { natives } from '../natives.ts';

/** A module that runs: what it exports, and the memory it works in, which never grows. */
export interface RunningModule {
  readonly exports: WebAssembly.Exports;
  readonly memory: Uint8Array<ArrayBuffer>;
  /** Where the memory has something that the module exports by name. */
  addressOf(name: string): number;
}

/** Starts a module that needs nothing from outside; gives nothing where WebAssembly is missing or forbidden. */
export function instantiate(base64: string): RunningModule | undefined {
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(decodeBase64(base64)));
    const { buffer } = exports.memory as WebAssembly.Memory;
    return {
      exports,
      memory: new Uint8Array(buffer),
      addressOf: (name) => (exports[name] as WebAssembly.Global).value as number,
    };
  } catch {
    // A page may forbid it, and a system may have no room left for its memory: others do the work then.
    return undefined;
  }
}

function decodeBase64(base64: string): Uint8Array<ArrayBuffer> {
  const native = natives().base64?.(base64);
  if (native !== undefined) return native;
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
