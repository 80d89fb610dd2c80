import { describe, expect, it } from '@jest/globals';
import { ALIAS, allWrites, NOWHERE, Sender } from './writes/index.js';
import type { Write } from './writes/write.js';

interface Content {
  readonly content?: Readonly<Record<string, { readonly example?: unknown }>>;
}
interface Operation {
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const WRITES = Object.values(allWrites);
const sender = Sender.ofThisFile();

/** The first write of an operation. */
function writeOf(method: string, template: string): Write | undefined {
  const path = template.replace(/\{\w+\}/g, '[^/]+');
  const pattern = new RegExp(`^${path}$`);
  const isIt = (write: Write): boolean => write.method === method && pattern.test(write.path);
  return WRITES.find((make) => isIt(make(NOWHERE)))?.(sender.world);
}

/** Example values specific to this service or day, in addition to ids. */
const OWN = new Set(['firmRep', 'processDate']);

/** The example with the ids of this service. */
function here(example: unknown, { path, body, fields }: Write): unknown {
  if (Array.isArray(example)) return example;
  const known = body() as Readonly<Record<string, unknown>>;
  const isId = (name: string): boolean =>
    OWN.has(name) || /^!?(?:same|id)\b/.test(fields[name] ?? '');
  const sent = Object.fromEntries(
    Object.entries(example as object).map(([name, value]: [string, unknown]) => [
      name,
      isId(name) && name in known ? known[name] : value,
    ]),
  );
  // nothing is sent to it
  return path.endsWith('/webhooks') ? { ...sent, state: 'disabled' } : sent;
}

const byPath = ([one]: [string, unknown], [other]: [string, unknown]): number =>
  one < other ? -1 : 1;

describe('API description › examples', () => {
  it('of requests are accepted as they are, except for their ids [running.description]', async () => {
    const { paths } = (await sender.get('/openapi.json')).body as { paths: Paths };
    const refused: string[] = [];
    // subscribers would first have to fetch a required document added to an offer
    for (const [template, operations] of Object.entries(paths).sort(byPath).reverse()) {
      if (ALIAS.test(template)) continue;
      for (const [verb, { requestBody }] of Object.entries(operations)) {
        const method = verb.toUpperCase();
        const write = writeOf(method, template);
        const json = requestBody?.content?.['application/json'];
        if (json === undefined || write === undefined) continue;
        const answer = await sender.json(write, here(json.example, write));
        const isExpected = write.refused !== undefined && answer.text.includes(write.refused);
        if (answer.status >= 300 && !isExpected)
          refused.push(`${method} ${template}: ${answer.text}`);
      }
    }
    expect(refused).toEqual([]);
  });

  it('of an import is accepted, and its response is as described [running.description back-office.import]', async () => {
    const { paths } = (await sender.get('/openapi.json')).body as { paths: Paths };
    const { requestBody, responses } = paths['/backoffice/import']?.['post'] ?? { responses: {} };
    const exampleOf = (one: Content | undefined): string =>
      String(one?.content?.['application/x-ndjson']?.example);
    const headers = { 'content-type': 'application/x-ndjson' };
    const write = { role: 'backoffice', method: 'POST', path: '/backoffice/import' } as const;
    const nothing = { body: () => undefined, fields: {} };
    const answer = await sender.text({ ...write, ...nothing, headers }, exampleOf(requestBody));
    expect([answer.status, answer.text]).toEqual([200, exampleOf(responses['200'])]);
  });

  it('none of their text matches one [running.description]', async () => {
    const { paths } = (await sender.get('/openapi.json')).body as { paths: Paths };
    const examples = Object.entries(paths).flatMap(([template, operations]) =>
      Object.entries(operations).flatMap(([verb, { requestBody, responses }]) =>
        [requestBody, ...Object.values(responses)]
          .flatMap((one) => Object.values(one?.content ?? {}))
          .map(({ example }) => `${verb} ${template}: ${JSON.stringify(example)}`),
      ),
    );
    expect(examples.filter((example) => /[:[]"text"/.test(example))).toEqual([]);
  });
});
