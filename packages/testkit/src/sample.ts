import {
  type Archive,
  type ByteSource,
  BytesSource,
  type FormatPlugin,
  NameList,
  type OpenOptions,
  openArchive,
} from '@packwright/core';
import type { ExpectedEntry, FormatFixture } from './format-fixture.ts';
import type { Settings } from './settings.ts';
import { ScriptedSource, type ScriptedSourceOptions } from './sources/scripted-source.ts';

/** What an entry must turn out to be, with its content as bytes. */
export interface SampleEntry {
  readonly path: string;
  readonly kind: 'file' | 'directory';
  readonly content: Uint8Array | undefined;
  readonly size: number | undefined;
}

/** A fixture of a format, ready to be opened in many ways. */
export class Sample {
  readonly plugin: FormatPlugin;
  readonly settings: Settings;
  readonly fixture: FormatFixture;
  readonly fileName: string;
  readonly entries: readonly SampleEntry[];
  #bytes: Promise<Uint8Array> | undefined;

  constructor(plugin: FormatPlugin, settings: Settings, fixture: FormatFixture) {
    this.plugin = plugin;
    this.settings = settings;
    this.fixture = fixture;
    this.fileName = fixture.fileName ?? `fixture${plugin.extensions[0] ?? ''}`;
    this.entries = fixture.entries.map(toSampleEntry);
  }

  /** The archive; built once, and a fresh copy for each check. */
  async bytes(): Promise<Uint8Array> {
    const { bytes } = this.fixture;
    this.#bytes ??= Promise.resolve(typeof bytes === 'function' ? bytes() : bytes);
    return (await this.#bytes).slice();
  }

  /** A source of these bytes with the fixture's name and siblings, and whatever tricks a check wants. */
  source(bytes: Uint8Array, options: ScriptedSourceOptions = {}): ScriptedSource {
    return new ScriptedSource(bytes, { name: this.fileName, ...options, siblings: this.fixture.siblings });
  }

  /** A file beside the archive. */
  async sibling(name: string): Promise<ByteSource | undefined> {
    const bytes = this.fixture.siblings?.[name];
    return bytes === undefined ? undefined : new BytesSource(bytes, name);
  }

  /** Opens with the fixture's options, keys and names. */
  open(source: ByteSource, extra: Partial<OpenOptions> = {}): Promise<Archive> {
    const { options, keys, names, undetectable } = this.fixture;
    return openArchive(source, {
      formats: [this.plugin],
      format: undetectable ? this.plugin.id : undefined,
      options,
      keys,
      names: names === undefined ? undefined : [NameList.of(names)],
      ...extra,
    });
  }

  /** Opens the sound archive from memory. */
  async openSound(extra: Partial<OpenOptions> = {}): Promise<Archive> {
    return this.open(this.source(await this.bytes()), extra);
  }
}

function toSampleEntry(entry: ExpectedEntry): SampleEntry {
  const { path, kind = 'file', content } = entry;
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return { path, kind, content: bytes, size: entry.size ?? bytes?.length };
}
