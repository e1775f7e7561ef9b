import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { CompiledCode } from '../../src/programs/compiled-code.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const isRoot = process.geteuid?.() === 0;
const name = '0123abcd-list';
const kept = { code: Uint8Array.of(1, 2, 3), tag: 7, effort: 100 };
let root: string;
let folder: string;

beforeEach(() => {
  root = temporaryFolder();
  mkdirSync(root, { recursive: true });
  folder = join(root, 'packwright');
});

const write = (into = folder): void => new CompiledCode(into).write(name, 'stamp', kept);
const read = (from = folder): unknown => new CompiledCode(from).read(name, 'stamp');
const found = { tag: 7, effort: 100 };

describe('compiled code', () => {
  it('is given back for its stamp', () => {
    write();
    expect(read()).toMatchObject(found);
    expect([...(new CompiledCode(folder).read(name, 'stamp')?.code ?? [])]).toEqual([1, 2, 3]);
    expect(new CompiledCode(folder).read(name, 'other')).toBeUndefined();
  });

  it('gets the folders that are missing, for the user alone', () => {
    const deep = join(root, 'a', 'b', 'packwright');
    write(deep);
    expect(read(deep)).toMatchObject(found);
    for (const path of [deep, join(root, 'a', 'b'), join(root, 'a')]) {
      if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o700);
    }
  });
});

describe.skipIf(process.platform === 'win32')('a place that others could have filled', () => {
  it('is not used where it is a folder that others can write', () => {
    write();
    for (const mode of [0o770, 0o702]) {
      chmodSync(folder, mode);
      expect(read()).toBeUndefined();
      rmSync(join(folder, name), { force: true });
      write();
      expect(readdirSync(folder)).toEqual([]);
      chmodSync(folder, 0o700);
      write();
    }
    expect(read()).toMatchObject(found);
  });

  it('is not used where it is a link to a folder', () => {
    write();
    const link = join(root, 'link');
    symlinkSync(folder, link);
    expect(read(link)).toBeUndefined();
  });

  it('is not used where it is a link to a file', () => {
    write();
    renameSync(join(folder, name), join(root, 'elsewhere'));
    symlinkSync(join(root, 'elsewhere'), join(folder, name));
    expect(read()).toBeUndefined();
    write();
    expect(read()).toMatchObject(found);
    expect(statSync(join(folder, name)).isFile()).toBe(true);
  });

  it('keeps nobody waiting where it is a pipe', () => {
    write();
    rmSync(join(folder, name));
    execFileSync('mkfifo', [join(folder, name)]);
    expect(read()).toBeUndefined();
    write();
    expect(read()).toMatchObject(found);
  });

  it.runIf(isRoot)('is not used where it belongs to somebody else', () => {
    write();
    chownSync(join(folder, name), 65534, 65534);
    expect(read()).toBeUndefined();
    write();
    expect(read()).toMatchObject(found);
    chownSync(folder, 65534, 65534);
    expect(read()).toBeUndefined();
  });

  it.runIf(isRoot)('gets no folder of root, with which its user could do nothing', () => {
    chownSync(root, 65534, 65534);
    write();
    expect(readdirSync(root)).toEqual([]);
  });
});

describe('old files', () => {
  const day = 24 * 3600;
  const put = (file: string, daysOld: number): void => {
    writeFileSync(join(folder, file), '');
    const time = Date.now() / 1000 - daysOld * day;
    utimesSync(join(folder, file), time, time);
  };

  it('go after 30 days without use when something is kept, and what was left half written', () => {
    write();
    const old = ['00000001-verify', '00000002-other', '00000003-list.0123456789ab.tmp'];
    const others = ['keys.json', '00000004-list.bak', 'notes-list', '00000005-list.tmp', '0000000G-list'];
    for (const file of [...old, ...others]) put(file, 31);
    const fresh = ['00000006-list', '00000007-list.0123456789ab.tmp'];
    for (const file of fresh) put(file, 0);
    mkdirSync(join(folder, '00000008-list'));
    utimesSync(join(folder, '00000008-list'), 1, 1);
    write();
    expect(readdirSync(folder).sort()).toEqual([name, ...others, ...fresh, '00000008-list'].sort());
  });

  it('that were read lately stay, however old', () => {
    write();
    put('00000001-list', 31);
    utimesSync(join(folder, '00000001-list'), Date.now() / 1000, 1);
    write();
    expect(readdirSync(folder)).toContain('00000001-list');
  });

  it('beyond 200 go, least recently used first', () => {
    write();
    for (let at = 0; at < 210; at++) put(`${String(at).padStart(8, '0')}-list`, at / 10);
    write();
    const left = readdirSync(folder);
    expect(left).toHaveLength(200);
    expect(left).toContain(name);
    expect(left).toContain('00000198-list');
    expect(left).not.toContain('00000199-list');
  });
});
