import fc, { type Arbitrary } from 'fast-check';
import type { ApiDocument, Schema } from '#libs/platform/http';
import { valuesOf } from './values.js';

/** A mutation of one place of a value: replaced by JSON text, removed, or duplicated. */
type Change =
  | { readonly at: number; readonly becomes: string }
  | { readonly at: number; readonly is: 'left out' | 'doubled' };

type Holder = Record<string | number, unknown>;

const json = JSON.stringify;
const nested = (open: string, close: string, depth: number): string =>
  open.repeat(depth) + close.repeat(depth);

/** Values known to break services: wrong types, bounds, odd numbers and texts, hostile keys, nesting. */
const ODD = [
  ...['null', 'true', '{}', '[]', '[null]', '[[]]', '""', '" "', '"\\u0000"', '"a\\u0000b"'],
  ...['0', '-0', '-1', '1.5', '1e400', '1E+2', '-1e-400', '0.1e1', '1e21', '9007199254740993'],
  ...[
    '99999999999999999999999999',
    `1${'0'.repeat(400)}`,
    `0.${'0'.repeat(400)}1`,
    '"1e5"',
    '"-0"',
  ],
  ...['"+1"', '"0x10"', '"1_000"', '"NaN"', '"Infinity"', '"-Infinity"', '"٣"', '"１２"', '"01"'],
  ...['"\\ud800"', '"\\udc00x"', '"\\u202eabc"', '"\\ufeff"', '"e\\u0301"', '"İ"', '"ß"', '"😀"'],
  ...[
    '"a\\r\\nSet-Cookie: x=1"',
    '"../../etc/passwd"',
    '"%00"',
    '"{\\"$gt\\":\\"\\"}"',
    '{"$gt":""}',
  ],
  ...['"__proto__"', '"constructor"', '{"__proto__":{"x":1}}', '{"constructor":{"prototype":{}}}'],
  ...['"0000-01-01"', '"9999-12-31"', '"2026-02-30"', '"+275760-09-13"', '"2026-01-01T24:00:00Z"'],
  ...['"9999-12-31T23:59:59.999-23:59"', '"2026-01-01T00:00:60.000+00:00"', '"-000001-01-01"'],
  ...[json('x'.repeat(65)), json('x'.repeat(257)), json('x'.repeat(20_000)), json('é'.repeat(64))],
  ...[json('9'.repeat(19)), json('9'.repeat(40)), json(`${'9'.repeat(40)}.${'9'.repeat(40)}`)],
  ...[nested('[', ']', 100), nested('[', ']', 20_000), `[${Array(2_000).fill('1').join()}]`],
];

const changes: Arbitrary<Change> = fc.oneof(
  fc.record({ at: fc.nat(), becomes: fc.constantFrom(...ODD) }),
  fc.record({
    at: fc.nat(),
    becomes: fc.oneof(fc.json(), fc.string({ unit: 'binary' }).map(json), fc.double().map(String)),
  }),
  fc.record({ at: fc.nat(), is: fc.constantFrom('left out' as const, 'doubled' as const) }),
);

/** Serializes a mutated value. Keys that are special in JavaScript objects are ordinary keys here. */
function changed(value: unknown, these: readonly Change[]): string {
  const holder = { root: structuredClone(value) };
  const texts: string[] = [];
  for (const change of these) {
    const places = placesIn(holder);
    const place = places[change.at % places.length];
    if (place === undefined) break;
    const { parent, key } = place;
    if ('becomes' in change) {
      parent[key] = `@@${texts.push(change.becomes) - 1}@@`;
    } else if (change.is === 'doubled') {
      const one = parent[key];
      if (Array.isArray(parent)) parent.push(structuredClone(one));
      else parent[key] = `@@${texts.push(`${json(one)},${json(key)}:${json(one)}`) - 1}@@`;
    } else if (Array.isArray(parent)) parent.splice(key as number, 1);
    else Reflect.deleteProperty(parent, key);
  }
  const text = json(holder.root) as string | undefined;
  return (text ?? '').replaceAll(/"@@(\d+)@@"/g, (_, at: string) => texts[Number(at)] ?? '');
}

function placesIn(value: object): { parent: Holder; key: string | number }[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const key = Array.isArray(value) ? Number(name) : name;
    const here = { parent: value as Holder, key };
    return typeof inner === 'object' && inner !== null ? [here, ...placesIn(inner)] : [here];
  });
}

/**
 * Bodies as text: valid ones, accepted or only by the schema; nearly valid ones, with one to three mutations; and garbage.
 * @param accepted creates a body that is currently accepted
 */
export function jsonBodies(
  schema: Schema,
  document: ApiDocument,
  accepted?: () => unknown,
): Arbitrary<Buffer> {
  const byShape = valuesOf(schema, document);
  const right =
    accepted === undefined ? byShape : fc.oneof(byShape, fc.constant(undefined).map(accepted));
  const near = fc
    .tuple(right, fc.array(changes, { minLength: 1, maxLength: 3 }))
    .map(([value, these]) => changed(value, these));
  return fc.oneof(
    { weight: 3, arbitrary: right.map((value) => Buffer.from(json(value))) },
    { weight: 6, arbitrary: near.map((text) => Buffer.from(text)) },
    { weight: 1, arbitrary: garbage(near) },
  );
}

/** Text that is invalid JSON, or bytes that are no text. */
export function garbage(texts: Arbitrary<string>): Arbitrary<Buffer> {
  return fc.oneof(
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
    fc
      .tuple(texts, fc.nat())
      .map(([text, at]) => Buffer.from(text.slice(0, at % (text.length + 1)))),
  );
}
