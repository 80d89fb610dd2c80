import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const PAGES = 'docs/interface';

/** A path in code, whole or after an ellipsis. */
const PATH = /`(?:[A-Z]+ )?…?(\/[^\s`?[]*\{[^\s`?[]*)`/g;

const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as { paths: object };
const described = Object.keys(paths);

describe('paths in the pages of the interface', () => {
  it('name their parameters as the API description does', () => {
    const found = readdirSync(PAGES).flatMap((page) =>
      [...readFileSync(`${PAGES}/${page}`, 'utf8').matchAll(PATH)].map(([, path = '']) => path),
    );
    expect(found.length).toBeGreaterThan(50);
    const unknown = found.filter((path) => !described.some((known) => known.endsWith(path)));
    // pages for people are not part of the description
    expect(unknown.filter((path) => !path.startsWith('/docs/'))).toEqual([]);
  });
});
