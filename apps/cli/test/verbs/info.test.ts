import { describe, expect, test } from 'vitest';
import { writeFixtures } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand } from '../support/warm-command.ts';

const { plain, nested, duplicates } = writeFixtures(temporaryFolder());

describe.concurrent('info', () => {
  test('tells what the archive is and what can be done with it', async () => {
    const { code, stdout, stderr } = await runCommand(['info', plain]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`Format           quake-pak (Quake PAK)
Variant          quake
Recognised by    the magic "PACK" and a directory of whole rows
Size             308 B (308 bytes)
Entries          4 files, 0 directories
Content          40 B
Stored           40 B, 100.0 %
Structure        268 B
Dead space       0 B in 0 gaps
Can              read, verify, repack --identical, create, repack, edit in place
directoryOffset  52
directoryLength  256
directoryCrc16   0x9E39
entryCount       4
`);
  });

  test('as JSON', async () => {
    const facts = JSON.parse((await runCommand(['info', '--json', plain])).stdout);
    expect(facts).toMatchObject({
      schema: 1,
      archive: { path: plain, format: 'quake-pak', size: 308 },
      files: 4,
      directories: 0,
      unnamed: 0,
      size: 40,
      storedSize: 40,
      space: { size: 308, structure: 268, entries: 40, dead: 0, gaps: 0 },
      duplicates: [],
      findings: [],
      can: expect.arrayContaining(['read', 'edit in place']),
    });
    expect(facts.recognisedBy).toContain('PACK');
    expect(facts.structure.map(({ name }: { name: string }) => name)).toContain('header');
  });

  test('goes into archives', async () => {
    expect((await runCommand(['info', `${nested}!/data/inner.pak`])).stdout).toContain(
      'Entries          1 file,',
    );
  });

  test('names what is there twice', async () => {
    expect((await runCommand(['info', duplicates])).stdout).toContain('Duplicates       a.txt\n');
  });
});
