import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { ENVIRONMENT } from '#libs/platform/runtime';

describe('the configuration', () => {
  it.each(['README.md', 'docs/operations.md'])(
    '%s has a row for every variable, and for no other',
    async (file) => {
      const text = await readFile(file, 'utf8');
      const rows = text.match(/^\| `[A-Z][A-Z_]+`.*/gm) ?? [];
      const named = rows.flatMap((row) => row.split('|')[1]?.match(/[A-Z][A-Z_]+/g) ?? []);
      expect(named.sort()).toEqual([...ENVIRONMENT].sort());
    },
  );
});
