import type { OptionDefinition, OptionSchema, OptionValues } from '../contract/option-schema.ts';
import { ArchiveError } from '../errors/archive-error.ts';

/** Checks given values (text from a command line, or typed ones) against a schema and adds the defaults. */
export function resolveOptions<S extends OptionSchema>(
  schema: S,
  given: Readonly<Record<string, unknown>>,
  owner: string,
): OptionValues<S> {
  const values: Record<string, unknown> = {};
  for (const [name, definition] of Object.entries(schema)) {
    const value = given[name];
    if (value !== undefined) values[name] = readValue(name, definition, value);
    else if (definition.default !== undefined) values[name] = definition.default;
  }
  for (const name of Object.keys(given)) {
    if (given[name] === undefined || Object.hasOwn(schema, name)) continue;
    const known = Object.keys(schema);
    throw new ArchiveError('OPTION_INVALID', `Found the option "${name}", which ${owner} does not have.`, {
      help: known.length > 0 ? `Options of ${owner}: ${known.join(', ')}.` : `${owner} takes no options.`,
    });
  }
  return values as OptionValues<S>;
}

function readValue(name: string, definition: OptionDefinition, value: unknown): unknown {
  switch (definition.type) {
    case 'boolean':
      if (typeof value === 'boolean') return value;
      if (value === 'true' || value === 'yes' || value === '') return true;
      if (value === 'false' || value === 'no') return false;
      return fail(name, value, 'true or false');
    case 'integer': {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = definition;
      if (
        typeof number !== 'number' ||
        !Number.isSafeInteger(number) ||
        number < minimum ||
        number > maximum
      ) {
        return fail(name, value, `a whole number${rangeText(definition.minimum, definition.maximum)}`);
      }
      return number;
    }
    case 'choice':
      if (definition.choices.includes(String(value))) return String(value);
      return fail(name, value, `one of ${definition.choices.join(', ')}`);
    case 'text':
      if (typeof value === 'string') return value;
      return fail(name, value, 'text');
  }
}

function rangeText(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? '' : ` of at most ${maximum}`;
}

function fail(name: string, value: unknown, expected: string): never {
  throw new ArchiveError(
    'OPTION_INVALID',
    `Option "${name}" is ${JSON.stringify(value) ?? String(value)}, expected ${expected}.`,
  );
}
