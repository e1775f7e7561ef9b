import type { Signature } from '@packwright/core';
import { isInside } from './package-entry.ts';

/** The version of the plugin contract that this program speaks. */
export const contractVersion = 1;

/** What a package says of one of its formats, before any of its code is loaded. */
export interface ManifestFormat {
  readonly id: string;
  readonly title: string;
  readonly extensions: readonly string[];
  readonly signatures: readonly Signature[];
}

/** The field `packwright` of a package, or what is wrong with it. */
export type ParsedManifest =
  | { readonly formats: readonly ManifestFormat[]; readonly program: string | undefined }
  | { readonly fault: string };

/** Checks the field `packwright` of a `package.json`. */
export function parseManifest(field: unknown): ParsedManifest {
  if (!isRecord(field)) return { fault: `its field "packwright" is ${describe(field)}, expected an object` };
  const { contract, formats, program } = field;
  if (contract !== contractVersion) {
    return {
      fault: `it is made for contract ${describe(contract)}, this program has contract ${contractVersion}`,
    };
  }
  if (!Array.isArray(formats) || formats.length === 0) {
    return { fault: `its field "packwright.formats" is ${describe(formats)}, expected a list of formats` };
  }
  if (program !== undefined && !(typeof program === 'string' && isInside(program))) {
    return {
      fault: `its field "packwright.program" is ${describe(program)}, expected a path inside the package`,
    };
  }
  const checked: ManifestFormat[] = [];
  for (const [number, format] of formats.entries()) {
    const fault = formatFault(format);
    if (fault !== undefined) return { fault: `its format number ${number} has ${fault}` };
    checked.push(format as ManifestFormat);
  }
  return { formats: checked, program };
}

function formatFault(format: unknown): string | undefined {
  if (!isRecord(format)) return `the value ${describe(format)}, expected an object`;
  const { id, title, extensions, signatures } = format;
  if (typeof id !== 'string' || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) {
    return `the id ${describe(id)}, expected lower-case words with hyphens`;
  }
  if (typeof title !== 'string' || title === '') return `the title ${describe(title)}, expected a text`;
  if (!Array.isArray(extensions) || !extensions.every(isExtension)) {
    return `the extensions ${describe(extensions)}, expected lower-case texts that begin with a dot`;
  }
  if (!Array.isArray(signatures) || !signatures.every(isSignature)) {
    return `the signatures ${describe(signatures)}, expected offsets ("at") with lower-case hex ("bytes")`;
  }
  return undefined;
}

function isExtension(value: unknown): boolean {
  return (
    typeof value === 'string' && value.length > 1 && value.startsWith('.') && value === value.toLowerCase()
  );
}

function isSignature(value: unknown): boolean {
  if (!isRecord(value)) return false;
  return (
    Number.isSafeInteger(value.at) && typeof value.bytes === 'string' && /^([0-9a-f]{2})+$/.test(value.bytes)
  );
}

/** Whether a value is an object with named members. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value from outside as it can stand in a sentence. */
export function describe(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
