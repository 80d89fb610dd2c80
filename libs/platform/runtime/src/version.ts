import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const NAME = 'brokerage-account-service';

/** The version of the build, as `package.json` above the code says. */
export const VERSION = versionAbove(import.meta.dirname);

function versionAbove(directory: string): string {
  try {
    const text = readFileSync(join(directory, 'package.json'), 'utf8');
    const { name, version } = JSON.parse(text) as Readonly<Record<'name' | 'version', string>>;
    if (name === NAME) return version;
  } catch {
    // None here: it stands further up.
  }
  const parent = dirname(directory);
  return parent === directory ? 'unknown' : versionAbove(parent);
}
