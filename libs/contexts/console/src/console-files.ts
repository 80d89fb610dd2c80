import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname } from 'node:path';

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': JAVASCRIPT,
};

const { resolve } = createRequire(import.meta.url);
const OWN = readdirSync(dirname(resolve('#console/index.html')));
/** What each file of the page is in the packages of this service, by its name on the page. */
const FILES: ReadonlyMap<string, string> = new Map([
  ...OWN.map((name) => [name, `#console/${name}`] as const),
  ['lit-html.js', 'lit-html'],
  ['directive.js', 'lit-html/directive.js'],
  ['directive-helpers.js', 'lit-html/directive-helpers.js'],
  ['repeat.js', 'lit-html/directives/repeat.js'],
  ['eventsource-parser.js', 'eventsource-parser'],
]);

/** A file of the page by its name; undefined when there is none. */
export async function consoleFile(
  name: string,
): Promise<{ readonly type: string; readonly text: string } | undefined> {
  const specifier = FILES.get(name);
  const type = TYPES[extname(name)];
  if (specifier === undefined || type === undefined) return undefined;
  // The page's modules are ES modules, whatever this module was compiled to.
  const text = await readFile(resolve(specifier).replace(/\.cjs$/, '.js'), 'utf8');
  // on the page all files stand in one folder
  return { type, text: type === JAVASCRIPT ? text.replaceAll('from"../', 'from"./') : text };
}
