import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const NAME = 'brokerage-account-service';

/** Version of the build, from the nearest `package.json` of this project. */
export const VERSION = versionAbove(import.meta.dirname);

function versionAbove(directory: string): string {
  try {
    const text = readFileSync(join(directory, 'package.json'), 'utf8');
    const { name, version } = JSON.parse(text) as Readonly<Record<'name' | 'version', string>>;
    if (name === NAME) return version;
  } catch {
    // none in this directory
  }
  const parent = dirname(directory);
  return parent === directory ? 'unknown' : versionAbove(parent);
}
