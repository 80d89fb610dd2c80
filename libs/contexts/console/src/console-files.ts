import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** A file of the page. */
export interface ConsoleFile {
  readonly type: string;
  readonly text: string;
}

const HTML = 'text/html; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
const JAVASCRIPT = 'text/javascript; charset=utf-8';

/** Name on the page, media type, and what it is in the packages of this service. */
const FILES: Readonly<Record<string, readonly [type: string, specifier: string]>> = {
  'index.html': [HTML, '#console/index.html'],
  'console.css': [CSS, '#console/console.css'],
  'main.js': [JAVASCRIPT, '#console/main.js'],
  'service.js': [JAVASCRIPT, '#console/service.js'],
  'view.js': [JAVASCRIPT, '#console/view.js'],
  'charts.js': [JAVASCRIPT, '#console/charts.js'],
  'projections.js': [JAVASCRIPT, '#console/projections.js'],
  'accounts.js': [JAVASCRIPT, '#console/accounts.js'],
  'lists.js': [JAVASCRIPT, '#console/lists.js'],
  'timeline.js': [JAVASCRIPT, '#console/timeline.js'],
  'feed.js': [JAVASCRIPT, '#console/feed.js'],
  'webhooks.js': [JAVASCRIPT, '#console/webhooks.js'],
  'exports.js': [JAVASCRIPT, '#console/exports.js'],
  'proof.js': [JAVASCRIPT, '#console/proof.js'],
  'keys.js': [JAVASCRIPT, '#console/keys.js'],
  'import.js': [JAVASCRIPT, '#console/import.js'],
  'lit-html.js': [JAVASCRIPT, 'lit-html'],
  'directive.js': [JAVASCRIPT, 'lit-html/directive.js'],
  'directive-helpers.js': [JAVASCRIPT, 'lit-html/directive-helpers.js'],
  'repeat.js': [JAVASCRIPT, 'lit-html/directives/repeat.js'],
  'eventsource-parser.js': [JAVASCRIPT, 'eventsource-parser'],
};

/** A file of the page by its name; undefined when there is none. */
export async function consoleFile(name: string): Promise<ConsoleFile | undefined> {
  const [type, specifier] = Object.hasOwn(FILES, name) ? (FILES[name] ?? []) : [];
  if (type === undefined || specifier === undefined) return undefined;
  // The page's modules are ES modules, whatever this module was compiled to.
  const path = createRequire(import.meta.url)
    .resolve(specifier)
    .replace(/\.cjs$/, '.js');
  const text = await readFile(path, 'utf8');
  // on the page all files stand in one folder
  return { type, text: type === JAVASCRIPT ? text.replaceAll('from"../', 'from"./') : text };
}
