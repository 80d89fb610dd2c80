import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { format, resolveConfig } from 'prettier';

/** `SNIPPETS=write npx jest snippets` copies the files into the pages. */
const WRITE = process.env['SNIPPETS'] === 'write';

const pages = ['README.md', ...['docs', 'libs', 'clients'].flatMap(pagesIn)];

function pagesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !/(?:^|\/)(?:node_modules|dist)\//.test(name))
    .map((name) => `${folder}/${name}`);
}

/** A line that names a file, and the code below it. `path#name` is the part between `// #region name` and `// #endregion`. */
const SNIPPET = /^<!-- (\S+\.ts)(?:#(\S+))? -->\n(?:\n```ts\n[\s\S]*?\n```\n)?/gm;

async function codeOf(path: string, region?: string): Promise<string> {
  // the package as its users import it
  const text = (await readFile(path, 'utf8')).replaceAll("'#libs/client'", "'brokerage-client'");
  if (region === undefined) return text;
  const part = new RegExp(`// #region ${region}\\n([\\s\\S]*?)// #endregion`).exec(text)?.[1];
  if (part === undefined) throw new Error(`${path} has no region ${region}`);
  return format(part, { ...(await resolveConfig(path)), parser: 'typescript' });
}

/** A page with the code of the files that it names. */
async function withCode(page: string): Promise<string> {
  const named = [...page.matchAll(SNIPPET)];
  const codes = await Promise.all(named.map(([, path = '', region]) => codeOf(path, region)));
  let next = 0;
  return page.replace(SNIPPET, (found) => {
    const [line = ''] = found.split('\n');
    return `${line}\n\n\`\`\`ts\n${codes[next++]}\`\`\`\n`;
  });
}

describe('code on a page', () => {
  it.each(pages)('is that of the file it names: %s', async (path) => {
    const page = await readFile(path, 'utf8');
    const expected = await withCode(page);
    if (WRITE) await writeFile(path, expected);
    else expect(page).toBe(expected);
    expect(expected.replaceAll(SNIPPET, '')).not.toMatch(/^```ts$/m);
  });
});
