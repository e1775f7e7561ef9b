import type { CommandContext } from '../command-context.ts';
import { escapeText } from '../output/escape.ts';
import { plural } from '../output/size.ts';
import { formatTable } from '../output/table.ts';

/** `packwright plugins` */
export async function run(context: CommandContext): Promise<number> {
  const { output } = context;
  const { formats, refused } = context.discovery();
  const loaded = await Promise.all(
    formats.map(async (format) => {
      try {
        await format.load();
        return { format, cause: undefined };
      } catch (error) {
        return { format, cause: error instanceof Error ? error.message : String(error) };
      }
    }),
  );
  if (output.isJson) {
    const plugins = loaded.map(({ format, cause }) => ({
      format: format.id,
      package: format.package,
      version: format.version,
      path: format.path,
      ok: cause === undefined,
      cause,
    }));
    output.object({ schema: 1, plugins, refused });
    return 0;
  }
  const { green, red, bold } = output.palette;
  const columns = [{ title: 'FORMAT' }, { title: 'PACKAGE' }, { title: 'STATE' }, { title: 'PATH' }];
  const rows = loaded.map(({ format, cause }) => [
    format.id,
    `${format.package} ${format.version ?? ''}`.trimEnd(),
    cause === undefined ? green('ok') : red('broken'),
    escapeText(format.path),
  ]);
  for (const line of formatTable(columns, rows, bold)) output.line(line);
  for (const { cause } of loaded) if (cause !== undefined) output.warn(cause);
  for (const { package: name, path, cause } of refused) {
    output.line(`${red('refused')} ${escapeText(name)} (${escapeText(path)}): ${escapeText(cause)}`);
  }
  output.say(`${plural(formats.length, 'format')}, ${plural(refused.length, 'refused plugin')}`);
  return 0;
}
