// Fails when `npm ci` would fail or fetch elsewhere on another system: npm leaves optional platform packages that its
// registry lacks out of the lock without a word, and may note the registry's host name.
import { readFileSync } from 'node:fs';

const path = 'package-lock.json';
const text = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const { packages } = JSON.parse(text);

const problems = [];
for (const [location, entry] of Object.entries(packages)) {
  for (const name of Object.keys(entry.optionalDependencies ?? {})) {
    if (!isLocked(name, location))
      problems.push(`${location || 'the root'} needs ${name}, which is not in the lock`);
  }
  if (/^https?:/.test(entry.resolved ?? '')) problems.push(`${location} names a host: ${entry.resolved}`);
}

if (problems.length > 0) {
  console.error(`${path} is not complete:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  process.exitCode = 1;
}

/** Whether `name`, required at `location`, is locked there or in an enclosing `node_modules`. */
function isLocked(name, location) {
  const folders = location.split('/');
  return [...folders.keys(), folders.length].some(
    (depth) => [...folders.slice(0, depth), 'node_modules', name].join('/') in packages,
  );
}
