import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const NAME = 'brokerage-account-service';

/**
 * Version of the build: that of the nearest `package.json` of this project and, for a bundle, which one it is: `0.1.0+3f2a1b9c0d`, its commit or
 * the time at which it was made.
 */
export const VERSION = versionAbove(import.meta.dirname);

function versionAbove(directory: string): string {
  try {
    const text = readFileSync(join(directory, 'package.json'), 'utf8');
    const { name, version } = JSON.parse(text) as Readonly<Record<'name' | 'version', string>>;
    if (name === NAME) return [version, ...buildIn(directory)].join('+');
  } catch {
    // none in this directory
  }
  const parent = dirname(directory);
  return parent === directory ? 'unknown' : versionAbove(parent);
}

/** What a build has noted about itself, if the project has been built. */
function buildIn(directory: string): readonly string[] {
  try {
    return [readFileSync(join(directory, 'dist/bin/build-id'), 'utf8').trim()];
  } catch {
    return [];
  }
}
