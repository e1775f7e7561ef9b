import { join } from 'node:path';
import { putFile } from './fixtures.ts';

/** What is special about a made-up plugin. */
export interface FakePlugin {
  readonly id?: string;
  readonly contract?: number;
  /** First bytes of its files, in hex. */
  readonly signature?: string;
  /** Statements that run when it is imported. */
  readonly code?: string;
}

/** Puts a plugin package into a `node_modules`; archives of its format have one entry, `who.txt`, with its name. */
export function putFakePlugin(nodeModules: string, name: string, fake: FakePlugin = {}): string {
  const { id = 'fake', contract = 1, signature = '46414b45', code = '' } = fake;
  const format = {
    id,
    title: `The format ${id}`,
    extensions: ['.fake'],
    signatures: [{ at: 0, bytes: signature }],
  };
  const folder = join(nodeModules, name);
  const manifest = {
    name,
    version: '2.0.0',
    type: 'module',
    exports: './index.js',
    keywords: ['packwright-format'],
    packwright: { contract, formats: [format] },
  };
  putFile(join(folder, 'package.json'), JSON.stringify(manifest));
  putFile(
    join(folder, 'index.js'),
    `${code}
    const bytes = new TextEncoder().encode(${JSON.stringify(name)});
    const entries = { length: 1, at: () => ({ path: 'who.txt', extents: [{ bytes }] }) };
    export default { ...${JSON.stringify(format)}, contract: ${contract}, options: {},
      detect: () => ({ confidence: 90, reason: 'its first bytes' }),
      open: async () => ({ variant: 'one', structure: [], entries }) };`,
  );
  return folder;
}
