import type { ByteSource } from '@packwright/core';

/** A wish, by nested path: `['weapons.str2_pc', 'rifle.cpeg_pc']` is an entry of an archive in the archive. */
export type EditRequest =
  | {
      readonly kind: 'replace';
      readonly path: readonly string[];
      readonly index?: number;
      readonly content: ByteSource;
    }
  | { readonly kind: 'add'; readonly path: readonly string[]; readonly content: ByteSource }
  | { readonly kind: 'add-directory'; readonly path: readonly string[] }
  | { readonly kind: 'remove'; readonly path: readonly string[]; readonly index?: number }
  | {
      readonly kind: 'rename';
      readonly path: readonly string[];
      readonly index?: number;
      /** New path of the entry in its own archive. */
      readonly to: string;
    };
