type Crypto = typeof import('node:crypto');

let loaded: Crypto | undefined;

/** Node's crypto, loaded when it is first needed: that takes longer than opening most archives, in every thread anew. */
export function nodeCrypto(): Crypto {
  loaded ??= process.getBuiltinModule('node:crypto');
  return loaded;
}
