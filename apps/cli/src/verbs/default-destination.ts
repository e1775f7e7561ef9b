import { escapePart } from '@packwright/node';

/** Where an archive is extracted to when nobody says: its name without the extension, in the current folder. */
export function defaultDestination(path: string): string {
  if (path === '-') return 'stdin';
  const name = path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
  const dot = name.lastIndexOf('.');
  return escapePart(dot > 0 ? name.slice(0, dot) : `${name}-extracted`);
}
