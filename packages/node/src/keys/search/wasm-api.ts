import { ArchiveError } from '@packwright/core';

/** A compiled module; it may be sent to another thread. */
export type WasmModule = object;

/** The little of WebAssembly that is used here: the platform's types for it come with those of browsers only. */
interface WasmApi {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => WasmModule;
  readonly Instance: new (module: WasmModule) => { readonly exports: Readonly<Record<string, unknown>> };
}

const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: WasmApi };

/** Compiles a module; a processor that lacks vector instructions is `CODEC_MISSING`. */
export function compileWasm(bytes: Uint8Array<ArrayBuffer>): WasmModule {
  try {
    return new WebAssembly.Module(bytes);
  } catch (cause) {
    throw new ArchiveError(
      'CODEC_MISSING',
      'This machine cannot run the vector code that searches for keys.',
      {
        cause,
        help: 'Import the keys on another machine, or give a key file.',
      },
    );
  }
}

/** Makes an instance and gives what it exports. */
export function instantiateWasm(module: WasmModule): Readonly<Record<string, unknown>> {
  return new WebAssembly.Instance(module).exports;
}
