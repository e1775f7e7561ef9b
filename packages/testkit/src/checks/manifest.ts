import type { FormatPlugin, OptionSchema } from '@packwright/core';
import { assert, assertEqual, fail } from '../assert.ts';
import type { Check } from '../check.ts';
import type { Settings } from '../settings.ts';

const idPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const optionPattern = /^[a-z][a-zA-Z0-9]*(-[a-z0-9]+)*$/;

/** The data of a plugin: what is known of it before its code runs. */
export function manifestChecks(plugin: FormatPlugin, settings: Settings): readonly Check[] {
  const checks: Check[] = [
    {
      name: 'has a well-formed id, title, extensions and signatures',
      run: async () => checkIdentity(plugin),
    },
    { name: 'has well-formed options', run: async () => checkAllOptions(plugin) },
    { name: 'puts its own id before the ids of its keys and codecs', run: async () => checkPrefixes(plugin) },
  ];
  if (settings.manifest !== undefined) {
    checks.push({
      name: 'says the same in package.json as in the plugin',
      run: async () => checkManifest(plugin, settings.manifest),
    });
  }
  return checks;
}

function checkIdentity(plugin: FormatPlugin): void {
  assertEqual<number>(plugin.contract, 1, 'contract');
  assert(
    idPattern.test(plugin.id),
    `id: found ${JSON.stringify(plugin.id)}, expected lower-case words with hyphens.`,
  );
  assert(plugin.title.trim() !== '', 'title: found nothing, expected the name that users know.');
  for (const extension of plugin.extensions) {
    const isSound =
      extension.startsWith('.') && extension.length > 1 && extension === extension.toLowerCase();
    assert(isSound, `extensions: found ${JSON.stringify(extension)}, expected a dot and lower-case letters.`);
  }
  for (const { at, bytes } of plugin.signatures) {
    assert(Number.isSafeInteger(at), `signatures: found the offset ${at}, expected a whole number.`);
    const isHex = /^([0-9a-f]{2})+$/.test(bytes);
    assert(isHex, `signatures: found ${JSON.stringify(bytes)}, expected pairs of lower-case hex digits.`);
    assert(
      at >= 0 || -at >= bytes.length / 2,
      `signatures: ${bytes} at ${at} lies behind the end of the file.`,
    );
  }
}

function checkAllOptions(plugin: FormatPlugin): void {
  checkOptions(plugin.options, 'options');
  if (plugin.writer !== undefined) checkOptions(plugin.writer.options, 'writer.options');
  for (const rules of plugin.overlays ?? []) checkOptions(rules.options, `overlays ${rules.id} options`);
}

function checkOptions(schema: OptionSchema, where: string): void {
  for (const [name, definition] of Object.entries(schema)) {
    const what = `${where}.${name}`;
    assert(optionPattern.test(name), `${what}: found a name that cannot become a flag, expected a word.`);
    assert(definition.title.trim() !== '', `${what}: found no title, expected a few words for the help.`);
    switch (definition.type) {
      case 'boolean':
        checkDefault(what, definition.default, 'boolean');
        break;
      case 'text':
        checkDefault(what, definition.default, 'string');
        break;
      case 'integer': {
        checkDefault(what, definition.default, 'number');
        const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = definition;
        const value = definition.default ?? minimum;
        const isSound = Number.isSafeInteger(value) && value >= minimum && value <= maximum;
        assert(
          isSound,
          `${what}: found the default ${value}, expected a whole number from ${minimum} to ${maximum}.`,
        );
        break;
      }
      case 'choice': {
        const { choices } = definition;
        assert(choices.length > 0, `${what}: found no choices, expected at least one.`);
        assertEqual(new Set(choices).size, choices.length, `${what}, different choices`);
        const isSound = definition.default === undefined || choices.includes(definition.default);
        assert(
          isSound,
          `${what}: found the default ${definition.default}, expected one of ${choices.join(', ')}.`,
        );
        break;
      }
      default:
        fail(
          `${what}: found the type ${JSON.stringify(definition)}, expected boolean, text, integer or choice.`,
        );
    }
  }
}

function checkDefault(what: string, value: unknown, type: string): void {
  if (value !== undefined) assertEqual<string>(typeof value, type, `${what}, type of the default`);
}

function checkPrefixes(plugin: FormatPlugin): void {
  const codecs = (plugin.codecs ?? []).map(({ id }) => ({ kind: 'codec', id }));
  const keys = (plugin.keys ?? []).map(({ id }) => ({ kind: 'key', id }));
  for (const { kind, id } of [...codecs, ...keys]) {
    const isSound = id.startsWith(`${plugin.id}/`) && id.length > plugin.id.length + 1;
    assert(isSound, `${kind}: found the id ${JSON.stringify(id)}, expected "${plugin.id}/" and a name.`);
  }
  assertEqual(new Set(codecs.map(({ id }) => id)).size, codecs.length, 'different codec ids');
  assertEqual(new Set(keys.map(({ id }) => id)).size, keys.length, 'different key ids');
}

function checkManifest(plugin: FormatPlugin, manifest: unknown): void {
  const field = manifest as {
    readonly contract?: unknown;
    readonly formats?: readonly { readonly id?: unknown }[];
  };
  assertEqual<string>(String(field.contract), '1', 'packwright.contract in package.json');
  const own = field.formats?.find(({ id }) => id === plugin.id);
  const { id, title, extensions, signatures } = plugin;
  assertEqual(
    sorted(own),
    sorted({ id, title, extensions, signatures }),
    'packwright.formats in package.json',
  );
}

/** JSON with the keys of objects in order. */
function sorted(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
