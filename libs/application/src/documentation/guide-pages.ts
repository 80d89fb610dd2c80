import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Marked } from 'marked';
import { escaped, page } from './page.js';

/** The guides in `docs` for callers. All pages below {@link RULES} are added. */
const GUIDES = ['calling.md', 'sandbox.md'];
const RULES = 'interface/';

/** Returns the path of a file of `docs`, below `/docs`. */
function placeOf(file: string): string {
  const name = file.replace(/\.md$/, '');
  return name.startsWith(RULES) ? `rules/${name.slice(RULES.length)}` : `guides/${name}`;
}

/** Renders all guides, keyed by their paths below `/docs`. */
export async function guidePages(): Promise<ReadonlyMap<string, string>> {
  const folder = dirname(createRequire(import.meta.url).resolve('#docs/calling.md'));
  const rules = await readdir(join(folder, RULES));
  const files = [...GUIDES, ...rules.map((name) => RULES + name)];
  const places = new Map(files.map((file) => [file, placeOf(file)]));
  const pages = [...places].map(async ([file, place]): Promise<[string, string]> => {
    const text = await readFile(join(folder, file), 'utf8');
    return [place, guidePage(text, file, places)];
  });
  return new Map(await Promise.all(pages));
}

/** What to do about an error, in HTML, by error code and by status: the tables of the guide for callers. */
export async function fixes(): Promise<ReadonlyMap<string, string>> {
  const file = createRequire(import.meta.url).resolve('#docs/calling.md');
  const markdown = new Marked();
  const found = new Map<string, string>();
  const rows = (await readFile(file, 'utf8')).matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm);
  for (const [, about = '', text = ''] of rows) {
    const fix = markdown.parseInline(text, { async: false });
    for (const [name] of about.matchAll(/\b[1-5]\d\d\b|[a-z]+(?:\.[a-z]+)+/g)) found.set(name, fix);
  }
  return found;
}

function guidePage(text: string, file: string, places: ReadonlyMap<string, string>): string {
  const [, title = '', body = ''] = /^# (.+)\n([^]*)$/.exec(text) ?? [];
  const markdown = new Marked({
    renderer: {
      heading({ tokens, depth, text: words }) {
        const id = words
          .toLowerCase()
          .replace(/[^\w -]/g, '')
          .replaceAll(' ', '-');
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const target = targetOf(href, file, places);
        return target === undefined ? words : `<a href="${escaped(target)}">${words}</a>`;
      },
    },
  });
  const content = markdown
    .parse(body, { async: false })
    .replace(/<li>\[([\w.-]+)\]/g, '<li id="$1"><code>$1</code>');
  return page({ title, content, below: '../' });
}

/** Resolves a link in a guide; undefined for a file that is not published. */
function targetOf(
  href: string,
  file: string,
  places: ReadonlyMap<string, string>,
): string | undefined {
  if (/^(?:https:|#)/.test(href)) return href;
  const { pathname, hash } = new URL(href, `file:///${file}`);
  const place = places.get(pathname.slice(1));
  return place === undefined ? undefined : `../${place}${hash}`;
}
