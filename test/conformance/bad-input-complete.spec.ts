import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServiceUnderTest } from '../support/running-service.js';
import { ALIAS, allWrites, NOWHERE } from './writes/index.js';

interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}
interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> };
}
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
/** A request with a JSON body: its schema, and the fields for which bad input is sent, if any. */
interface Taken {
  readonly name: string;
  readonly schema: Schema;
  readonly fields: ReadonlySet<string> | undefined;
}

/** An update of an account accepts no minor at all. */
const NOT_LOOKED_AT = 'PUT /restapi/accounts/{accountnumber}: minor.';

let service: ServiceUnderTest;
let schemas: Description['components']['schemas'];
let taken: readonly Taken[];
beforeAll(async () => {
  service = await ServiceUnderTest.shared();
  const description = (await service.client.get('/openapi.json')).body as Description;
  ({ schemas } = description.components);
  taken = takenBy(description);
});
afterAll(() => service.stop());

/** Every request of the REST interface and the back office with a JSON body. */
function takenBy({ paths }: Description): Taken[] {
  const sent = Object.values(allWrites).map((make) => make(NOWHERE));
  return Object.entries(paths).flatMap(([template, operations]) => {
    if (!/^\/(?:restapi|backoffice)\//.test(template)) return [];
    const path = template.replace(ALIAS, '/cashtransactions/');
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
    return Object.entries(operations).flatMap(([verb, { requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema;
      if (schema === undefined) return [];
      const method = verb.toUpperCase();
      const same = sent.filter((one) => one.method === method && pattern.test(one.path));
      const fields = same.flatMap((one) => Object.keys(one.fields));
      const name = `${method} ${template}`;
      return [{ name, schema, fields: same.length === 0 ? undefined : new Set(fields) }];
    });
  });
}

/** Every path of a value in a schema, as the writes name them. */
function placesOf(schema: Schema, place = ''): string[] {
  const { $ref, anyOf = [], items, properties = {} } = schema;
  const name = $ref?.split('/').at(-1) ?? '';
  const parts = [...anyOf, ...(name in schemas ? [schemas[name] ?? {}] : [])];
  return [
    ...parts.flatMap((part) => placesOf(part, place)),
    ...(items === undefined ? [] : placesOf(items, `${place}[]`)),
    ...Object.entries(properties).flatMap(([key, property]) => {
      const here = place === '' ? key : `${place}.${key}`;
      return [here, ...placesOf(property, here)];
    }),
  ];
}

describe('bad input', () => {
  it('is sent to every request of REST and back office that takes a JSON body [errors.list]', () => {
    expect(taken.filter(({ fields }) => !fields).map(({ name }) => name)).toEqual([]);
  });

  it('is sent for every field of their bodies, whatever its spelling [errors.list]', () => {
    const missed = taken.flatMap(({ name, schema, fields }) =>
      placesOf(schema)
        .filter((place) => fields?.has(place) !== true)
        .map((place) => `${name}: ${place}`),
    );
    expect(missed.filter((place) => !place.startsWith(NOT_LOOKED_AT))).toEqual([]);
    expect(new Set(taken.flatMap(({ schema }) => placesOf(schema))).size).toBeGreaterThan(250);
  });
});
