import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { ENVIRONMENT } from '#libs/platform/runtime';

it('docs/operations.md has a row for every variable of the configuration, and for no other', async () => {
  const text = await readFile('docs/operations.md', 'utf8');
  const rows = text.match(/^\| `[A-Z][A-Z_]+`.*/gm) ?? [];
  const named = rows.flatMap((row) => row.split('|')[1]?.match(/[A-Z][A-Z_]+/g) ?? []);
  expect(named.sort()).toEqual([...ENVIRONMENT].sort());
});
