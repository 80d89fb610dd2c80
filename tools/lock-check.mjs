// Fails if package-lock.json lacks an optional platform package (`npm ci` would call it out of sync) or names a registry host.
import { readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync(process.argv[2] ?? 'package-lock.json', 'utf8'));

function isLocked(from, name) {
  for (let path = from; ;) {
    if (packages[`${path ? `${path}/` : ''}node_modules/${name}`]) return true;
    if (!path) return false;
    const parent = path.lastIndexOf('/node_modules/');
    path = parent < 0 ? '' : path.slice(0, parent);
  }
}

const missing = Object.entries(packages).flatMap(([path, entry]) =>
  Object.keys(entry.optionalDependencies ?? {})
    .filter((name) => !isLocked(path, name))
    .map((name) => `${path || '.'} ${entry.version} -> ${name}`),
);
const located = Object.entries(packages).filter(([, entry]) => entry.resolved?.startsWith('http'));

for (const line of missing) console.log(`no entry for optional dependency: ${line}`);
for (const [path] of located) console.log(`names a registry host: ${path}`);
process.exit(missing.length + located.length > 0 ? 1 : 0);
