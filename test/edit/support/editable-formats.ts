import { BytesSink, BytesSource, createArchive, type FormatPlugin, type WriteEntry } from '@packwright/core';
import forgelight from '@packwright/forgelight-pack2';
import quakePak from '@packwright/quake-pak';
import rageRpf from '@packwright/rage-rpf';
import rfgVpp from '@packwright/rfg-vpp';
import saintsRowVpp from '@packwright/saints-row-vpp';

/** Every first-party plugin. */
export const allPlugins: readonly FormatPlugin[] = [
  quakePak,
  forgelight,
  rfgVpp,
  saintsRowVpp,
  rageRpf,
].flat();

/** A writable format with the options that make each of its layouts. */
export interface EditableFormat {
  readonly name: string;
  readonly plugin: FormatPlugin;
  readonly options: Readonly<Record<string, unknown>>;
}

const layouts: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  'quake-pak': [{}, { variant: 'daikatana' }, { variant: 'sin' }],
  'forgelight-pack2': [{}],
  'forgelight-pack': [{}],
  'rfg-vpp': [{}, { version: '1' }, { layout: 'condensed' }, { layout: 'compacted' }],
  'saints-row-vpp': [
    {},
    { layout: 'condensed' },
    { layout: 'compacted' },
    { version: '4' },
    { version: '6' },
    { version: '6', layout: 'compressed' },
  ],
  'rage-rpf': [
    {},
    { version: '2' },
    { version: '3' },
    { version: '4' },
    { version: '6' },
    { byteOrder: 'big' },
  ],
};

/** Formats that can be written, in each of their layouts. */
export const editableFormats: readonly EditableFormat[] = allPlugins
  .filter(({ writer }) => writer !== undefined)
  .flatMap((plugin) =>
    (layouts[plugin.id] ?? [{}]).map((options) => ({
      name: `${plugin.id} ${Object.values(options).join(' ')}`.trimEnd(),
      plugin,
      options,
    })),
  );

/** An archive in memory. */
export async function makeArchive(
  { plugin, options }: EditableFormat,
  contents: ReadonlyMap<string, Uint8Array>,
): Promise<Uint8Array> {
  const entries: WriteEntry[] = [...contents].map(([path, bytes]) => ({
    path,
    content: new BytesSource(bytes),
  }));
  const sink = new BytesSink();
  await createArchive(plugin, entries, sink, { options });
  return sink.bytes().slice();
}

/** Bytes that compress a little and repeat nowhere. */
export function makeContent(seed: number, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => ((at * 31 + seed * 97) ^ (at >> 3)) & 0x7f);
}
