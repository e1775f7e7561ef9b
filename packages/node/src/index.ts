export * from './discovery/discover-plugins.ts';
export * from './discovery/discovered-format.ts';
export * from './discovery/load-plugin.ts';

export * from './edit/disk.ts';
export * from './edit/edit-archive.ts';
export * from './edit/journal-record.ts';
export * from './edit/recover.ts';
export * from './edit/undo.ts';

export * from './extract/extract-archive.ts';
export * from './extract/extract-options.ts';
export * from './extract/extract-recursively.ts';
export type { Overwrite } from './extract/overwrite.ts';
export { unescapePart } from './extract/rules/escape-character.ts';
export { escapePart, type SafePath, safePath } from './extract/safe-path.ts';

export * from './files/file-content.ts';
export * from './files/file-sink.ts';
export * from './files/file-source.ts';
export * from './files/scan-files.ts';
export * from './files/signal-cleanup.ts';
export * from './files/stdin-source.ts';
export * from './files/temporaries.ts';
export { cacheFolder } from './files/user-folders.ts';

export * from './keys/index.ts';

export * from './natives/install-natives.ts';

export * from './open-file.ts';

export * from './programs/code-store.ts';
export { usePrograms } from './programs/current-programs.ts';
export { allowOptimizerHold } from './programs/optimizer-hold.ts';
export * from './programs/program-loader.ts';

export * from './workers/breath.ts';
export * from './workers/copying-sink.ts';
export * from './workers/node-codec-pool.ts';
export { endReserve, prepareThreads, reserveThreads, startThreads } from './workers/thread-reserve.ts';
export * from './workers/verify-in-parallel.ts';
