/*
 * What a program needs that only reads, as `@packwright/node/reading`: without extraction, threads, edits and the
 * search for keys, loading takes a third of the time. A command starts often.
 */
export * from './discovery/discover-plugins.ts';
export * from './discovery/discovered-format.ts';
export * from './discovery/load-plugin.ts';
export { checkReadable } from './edit/recover.ts';
export * from './files/file-source.ts';
export * from './files/signal-cleanup.ts';
export * from './files/stdin-source.ts';
export * from './files/temporaries.ts';
export * from './keys/open-keys.ts';
export * from './natives/install-natives.ts';
export * from './workers/breath.ts';
