import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServiceUnderTest } from '../support/running-service.js';
import { dealingWrites, fedWrites, NOWHERE, peopleWrites } from './writes/index.js';

type Operation = Readonly<Record<string, { requestBody?: { content: object } }>>;

const WRITES = { ...peopleWrites, ...dealingWrites, ...fedWrites };
/** Another spelling of a path (decisions §1). */
const ALIAS = /\/cashtransaction\//;

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await ServiceUnderTest.start();
});
afterAll(() => service.stop());

describe('bad input', () => {
  it('is sent to every request of REST and back office that takes a JSON body [errors.list]', async () => {
    const sent = Object.values(WRITES).map((make) => make(NOWHERE));
    const { paths } = (await service.client.get('/openapi.json')).body as {
      paths: Readonly<Record<string, Operation>>;
    };
    const missed = Object.entries(paths).flatMap(([template, operations]) => {
      if (!/^\/(?:restapi|backoffice)\//.test(template)) return [];
      const path = template.replace(ALIAS, '/cashtransactions/');
      const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
      return Object.entries(operations)
        .filter(([, { requestBody }]) => 'application/json' in (requestBody?.content ?? {}))
        .filter(([method]) => {
          const same = sent.filter((one) => one.method.toLowerCase() === method);
          return !same.some((one) => pattern.test(one.path));
        })
        .map(([method]) => `${method.toUpperCase()} ${template}`);
    });
    expect(missed).toEqual([]);
  });
});
