import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const CONTEXTS = 'libs/contexts';

/** Names of the files of a feature, from the table of docs/architecture.md: `<thing>.dto.ts` and the like. */
function namesOfTable(): RegExp {
  const text = readFileSync('docs/architecture.md', 'utf8');
  const [, table = ''] = /^\| File of a feature .*\n\|.*\n((?:\|.*\n)+)/m.exec(text) ?? [];
  const names = [...table.matchAll(/^\| `(\S+\.ts)`/gm)].map(([, name = '']) =>
    name.replaceAll('.', String.raw`\.`).replace(/<\w+>/, '[a-z-]+'),
  );
  return new RegExp(`^(?:${names.join('|')})$`);
}

const names = namesOfTable();

/** What is wrong with the name of a file below `src`; undefined if nothing is. */
function wrongWith(file: string, all: readonly string[], readme: string): string | undefined {
  const [folder, inside] = file.split('/');
  if (inside !== undefined) {
    return readme.includes(`\`src/${folder}/\``)
      ? undefined
      : `src/${folder}/ is not in the README`;
  }
  if (!file.endsWith('.spec.ts')) {
    return names.test(file) ? undefined : `${file} has no row in docs/architecture.md`;
  }
  const tested = all.some(
    (other) => !other.endsWith('.spec.ts') && file.startsWith(other.replace(/ts$/, '')),
  );
  return tested ? undefined : `${file} stands beside nothing that it tests`;
}

describe('the files of a feature', () => {
  it('the table has its ten names, and more', () => {
    expect('folio.dto.ts').toMatch(names);
    expect('folio-book.ts').toMatch(names);
    expect('folio.helper.ts').not.toMatch(names);
  });

  it.each(readdirSync(CONTEXTS))('%s has the names of the table', (feature) => {
    const source = `${CONTEXTS}/${feature}/src`;
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    const readme = readFileSync(`${CONTEXTS}/${feature}/README.md`, 'utf8');
    expect(files.flatMap((file) => wrongWith(file, files, readme) ?? [])).toEqual([]);
  });
});
