import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Marked } from 'marked';
import { escaped, page } from './page.js';

/** Guides of `docs` for whoever calls the service, and all of its rules. */
const GUIDES = ['calling.md', 'sandbox.md'];
const RULES = 'interface/';

/** Where a file of `docs` is shown, below `/docs`. */
function placeOf(file: string): string {
  const name = file.replace(/\.md$/, '');
  return name.startsWith(RULES) ? `rules/${name.slice(RULES.length)}` : `guides/${name}`;
}

/** Every guide as a page, by its path below `/docs`. */
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

/** Where a link of a guide leads; nowhere when it is to a file that is not shown. */
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
