import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { contract } from '../support/published-events.js';
import { breaks } from '../support/schema-compatibility.js';

/** `npm run contract` writes the document unless a schema would break readers of the published one. */
const WRITE = process.env['CONTRACT'] === 'write';
const DOCUMENT = 'docs/asyncapi.json';

interface AsyncApi {
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}
const read = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));

describe('the contract of the feed', () => {
  it('breaks no reader of what has been published [feed.types]', async () => {
    const { components: published } = (await read(DOCUMENT)) as AsyncApi;
    const { components: current } = contract.asyncApi() as unknown as AsyncApi;
    const broken = Object.entries(published.schemas).flatMap(([type, schema]) => {
      const now = current.schemas[type];
      return now === undefined ? [`${type}: is gone`] : breaks(schema, now, type);
    });
    expect(broken).toEqual([]);
  });

  it('stands in docs/asyncapi.json as the service serves it', async () => {
    if (WRITE) await writeFile(DOCUMENT, JSON.stringify(contract.asyncApi(), undefined, 2));
    expect(await read(DOCUMENT)).toEqual(contract.asyncApi());
  });

  it('is valid AsyncAPI 3 for the public schema', async () => {
    const path = createRequire(__filename).resolve(
      '@asyncapi/specs/schemas/3.0.0-without-$id.json',
    );
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
    const valid = ajv.compile((await read(path)) as object);
    expect([valid(contract.asyncApi()), valid.errors]).toEqual([true, null]);
    expect(valid({ ...contract.asyncApi(), channels: { x: { address: 1 } } })).toBe(false);
  });

  it('has a valid JSON Schema for each type', () => {
    const ajv = new Ajv2020({ strict: true });
    formats.default(ajv);
    ajv.addKeyword('x-extensible-enum');
    for (const schema of Object.values(contract.schemas())) ajv.compile(schema);
  });
});

describe('a change of a schema', () => {
  const schema = {
    type: 'object',
    required: ['a', 'b'],
    properties: { a: { type: 'string', enum: ['x', 'y'] }, b: { type: 'integer' } },
  };
  it.each([
    ['a new field', { ...schema, properties: { ...schema.properties, c: { type: 'string' } } }, 0],
    ['a new field that is always there', { ...schema, required: ['a', 'b', 'c'] }, 0],
    ['fewer codes', change({ a: { type: 'string', enum: ['x'] } }), 0],
    ['a field that is gone', { ...schema, required: ['b'], properties: { b: {} } }, 3],
    ['a field that is renamed', change({ a: undefined, a2: { type: 'string' } }), 1],
    ['another type', change({ b: { type: 'string' } }), 1],
    ['one more code', change({ a: { type: 'string', enum: ['x', 'y', 'z'] } }), 1],
    ['any code', change({ a: { type: 'string' } }), 1],
    ['an open list', change({ a: { type: 'string', 'x-extensible-enum': ['x', 'y', 'z'] } }), 0],
    [
      'an open list without a code',
      change({ a: { type: 'string', 'x-extensible-enum': ['x'] } }),
      1,
    ],
    ['a field that may be missing', { ...schema, required: ['a'] }, 1],
  ])('%s: %#', (_, after, count) => {
    expect(breaks(schema, after)).toHaveLength(count);
  });

  function change(properties: Record<string, unknown>): unknown {
    return {
      ...schema,
      properties: JSON.parse(JSON.stringify({ ...schema.properties, ...properties })) as unknown,
    };
  }
});
