import type { Document, FindOptions, Page } from './document-store.js';
import { encodeIndexValue, typeBracket } from './index-key.js';
import type { LmdbDatabases } from './lmdb-databases.js';
import { idOfIndexEntry, keyPrefix, type StoredCollection } from './lmdb-layout.js';
import { cursorAt, refuseUnboundArrays, type Selection, selectionOf } from './selection.js';

/** No value and no id starts with this byte: appended to a value it is the end of all keys with that value. */
const END = Buffer.of(0xff);

/** Keys from `lower` (inclusive) to `upper` (exclusive). */
interface Bounds {
  readonly lower: Buffer;
  readonly upper: Buffer;
}

/** One page of a selection. */
export function findOnIndex(
  db: LmdbDatabases,
  name: string,
  collection: StoredCollection,
  options: FindOptions,
  read: (id: string) => Document | undefined,
): Page<Document> {
  const selection = selectionOf(name, collection.indexes, options);
  const index = collection.indexes.find((known) => known.name === selection.index.name);
  const prefix = Buffer.concat([
    keyPrefix(collection.number, index?.number ?? 0),
    ...options.equals.map(encodeIndexValue),
  ]);
  const bounds = afterCursor(selection, prefix, rangeBounds(prefix, options.range));
  const ids: string[] = [];
  for (const key of keysBetween(db, bounds, selection.descending)) {
    ids.push(idOfIndexEntry(key, selection.index.fields.length));
    if (ids.length > options.limit) break;
  }
  const items = ids.slice(0, options.limit).map((id) => {
    const document = read(id);
    if (document === undefined) throw new Error(`index entry of ${name} without its document`);
    return document;
  });
  refuseUnboundArrays(selection, items);
  const last = items.at(-1);
  const lastId = ids[options.limit - 1];
  if (ids.length <= options.limit || last === undefined || lastId === undefined) return { items };
  return { items, next: cursorAt(selection, last, lastId) };
}

function* keysBetween(db: LmdbDatabases, bounds: Bounds, descending: boolean): Iterable<Buffer> {
  const { lower, upper } = bounds;
  if (lower.compare(upper) >= 0) return;
  if (!descending) {
    yield* db.indexes.getKeys({ start: lower, end: upper });
    return;
  }
  for (const key of db.indexes.getKeys({ start: upper, reverse: true })) {
    if (key.compare(lower) < 0) return;
    if (key.compare(upper) < 0) yield key;
  }
}

function rangeBounds(prefix: Buffer, range: FindOptions['range']): Bounds {
  const { from, to } = range ?? {};
  const whole = { lower: prefix, upper: Buffer.concat([prefix, END]) };
  const low = from === undefined ? undefined : typeBracket(from);
  const high = to === undefined ? undefined : typeBracket(to);
  const bracket = low ?? high;
  if (bracket === undefined) return whole;
  if (low && high && low.first !== high.first) return { lower: prefix, upper: prefix };
  const bound = (value: NonNullable<typeof from> | null, past: boolean): Buffer =>
    Buffer.concat([prefix, encodeIndexValue(value), ...(past ? [END] : [])]);
  return {
    lower:
      from === undefined
        ? Buffer.concat([prefix, Buffer.of(bracket.first)])
        : bound(from, range?.fromExclusive === true),
    upper:
      to === undefined
        ? Buffer.concat([prefix, Buffer.of(bracket.last), END])
        : bound(to, range?.toExclusive !== true),
  };
}

function afterCursor(selection: Selection, prefix: Buffer, bounds: Bounds): Bounds {
  if (selection.after === undefined) return bounds;
  const { values, id } = selection.after;
  const place = Buffer.concat([prefix, ...values.map(encodeIndexValue), Buffer.from(id, 'utf8')]);
  if (selection.descending) {
    return { ...bounds, upper: place.compare(bounds.upper) < 0 ? place : bounds.upper };
  }
  const next = Buffer.concat([place, Buffer.of(0)]);
  return { ...bounds, lower: next.compare(bounds.lower) > 0 ? next : bounds.lower };
}
