import type { Document } from 'bson';
import { Query } from 'mingo';

export interface FixtureIndex {
  readonly name: string;
  readonly key: Document;
}

/** A collection. Documents are never changed in place. */
export interface FixtureCollection {
  readonly documents: Map<string, Document>;
  readonly indexes: FixtureIndex[];
}

/** The data that a command works on: the collections, or a transaction's snapshot. */
export type FixtureData = Map<string, FixtureCollection>;

export function collectionIn(data: FixtureData, name: string): FixtureCollection {
  let found = data.get(name);
  if (found === undefined) {
    found = { documents: new Map(), indexes: [{ name: '_id_', key: { _id: 1 } }] };
    data.set(name, found);
  }
  return found;
}

/** A snapshot of the documents for a transaction. */
export function copyOf(data: FixtureData): FixtureData {
  return new Map(
    [...data].map(([name, { documents, indexes }]) => [
      name,
      { documents: new Map(documents), indexes },
    ]),
  );
}

const matchable = new WeakMap<Document, Document>();

/** The matching library doesn't support 64-bit integers; the positions in tests are exact as numbers. */
function withoutBigints(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(withoutBigints);
  if (typeof value !== 'object' || value === null || '_bsontype' in value) return value;
  if (value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, withoutBigints(part)]),
  );
}

/** The documents that a condition on the id leaves, found as a server does, by its index. */
function candidatesOf({ documents }: FixtureCollection, id: unknown): Document[] {
  const { $in: among } = (id ?? {}) as { readonly $in?: readonly string[] };
  const ids = typeof id === 'string' ? [id] : among;
  if (ids === undefined) return [...documents.values()];
  return [...new Set(ids)].flatMap((one) => documents.get(one) ?? []);
}

/** Documents matching a filter. */
export function select(collection: FixtureCollection | undefined, filter: Document): Document[] {
  if (collection === undefined) return [];
  const query = new Query(withoutBigints(filter) as Document);
  return candidatesOf(collection, filter['_id']).filter((document) => {
    let plain = matchable.get(document);
    if (plain === undefined) {
      plain = withoutBigints(document) as Document;
      matchable.set(document, plain);
    }
    return query.test(plain);
  });
}

/** Compares values in index order: null and missing, numbers, strings by UTF-8, booleans. */
export function sorted(documents: readonly Document[], order: Document | undefined): Document[] {
  const fields = Object.entries(order ?? {}) as [string, 1 | -1][];
  return [...documents].sort((a, b) => {
    for (const [field, direction] of fields) {
      const difference = compare(valueAt(a, field), valueAt(b, field));
      if (difference !== 0) return difference * direction;
    }
    return 0;
  });
}

function valueAt(document: Document, field: string): unknown {
  return field
    .split('.')
    .reduce<unknown>((value, name) => (value as Document | undefined)?.[name], document);
}

function compare(a: unknown, b: unknown): number {
  const kinds = [a, b].map((value) => ['number', 'string', 'boolean'].indexOf(typeof value));
  if (kinds[0] !== kinds[1]) return (kinds[0] ?? 0) - (kinds[1] ?? 0);
  if (typeof a === 'string') return Buffer.from(a).compare(Buffer.from(b as string));
  return Number(a ?? 0) - Number(b ?? 0);
}
