import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeApi } from '#libs/platform/http';
import { ServiceUnderTest } from '../support/running-service.js';

const PAGES = join(import.meta.dirname, '../../docs/interface');
/** What looks like a code and is none: parts of responses. */
const NO_CODES = ['actor.caller', 'object.field'];
/** The code of a 405, which no operation answers. */
const OF_NO_OPERATION = 'method.not.allowed';

let service: ServiceUnderTest;
let codes: ReadonlySet<string>;
let pages: string;
beforeAll(async () => {
  service = await ServiceUnderTest.shared();
  codes = new Set(codesIn(describeApi(service.service.app)));
  const names = (await readdir(PAGES)).filter((name) => name.endsWith('.md'));
  pages = (await Promise.all(names.map((name) => readFile(join(PAGES, name), 'utf8')))).join('\n');
});
afterAll(() => service.stop());

/** The error codes anywhere in a description. */
function codesIn(part: unknown): readonly string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    key === 'x-error-codes' ? Object.keys(value as object) : codesIn(value),
  );
}

it('every error code of the program stands on a page of the interface', () => {
  expect(codes.size).toBeGreaterThan(100);
  const words = new Set(pages.split(/[^\w.{}]+/));
  expect([...codes].filter((code) => !words.has(code) && !pages.includes(`.${code}]`))).toEqual([]);
});

it('every code on a page is one that the program explains', async () => {
  const named = [...pages.matchAll(/`([a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+)`/g)].map(
    ([, code = '']) => code,
  );
  const unexplained = [];
  for (const code of new Set(named)) {
    const { status } = await fetch(`${service.service.url}/docs/errors/${code}`);
    if (status !== 200 && ![...NO_CODES, OF_NO_OPERATION].includes(code)) unexplained.push(code);
  }
  expect(unexplained).toEqual([]);
});
