import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServiceUnderTest } from '../support/running-service.js';

/** `npm run contract` writes it. */
const WRITE = process.env['CONTRACT'] === 'write';
const DOCUMENT = 'docs/openapi.json';

describe('the contract of the API', () => {
  let service: ServiceUnderTest;
  beforeAll(async () => {
    service = await ServiceUnderTest.shared();
  });
  afterAll(() => service.stop());

  it('stands in docs/openapi.json as the service serves it', async () => {
    const served = (await (await fetch(`${service.service.url}/openapi.json`)).json()) as object;
    if (WRITE) await writeFile(DOCUMENT, JSON.stringify(served, undefined, 2));
    expect(JSON.parse(await readFile(DOCUMENT, 'utf8'))).toEqual(served);
  });
});
