import { BSON, type Collection, type Filter, type FindCursor, type SortDirection } from 'mongodb';
import type { Document, FindOptions, IndexValue, Page, StoredEntry } from '../document-store.js';
import { entryOf, recordField, type StoredRecord } from './mongodb-collections.js';
import { pageOf, type Selection } from '../selection.js';

type Condition = Record<string, unknown>;

export async function findRecords<D extends Document>(
  collection: Collection<StoredRecord>,
  selection: Selection,
  options: FindOptions,
): Promise<Page<StoredEntry<D>>> {
  const order: SortDirection = selection.descending ? -1 : 1;
  const fields = selection.orderedFields.map(recordField);
  const found = collection.find(selectionFilter(selection, options) as Filter<StoredRecord>, {
    sort: Object.fromEntries([...fields, '_id'].map((field) => [field, order])),
    limit: options.limit + 1,
    batchSize: options.limit + 2,
  });
  const { page, more } = await firstOf(found, options);
  const items = page.map((record) => entryOf(record) as StoredEntry<D>);
  return pageOf(selection, items, !more);
}

/** The records of a page, and whether there are more. */
async function firstOf(
  found: FindCursor<StoredRecord>,
  { limit, maxBytes }: FindOptions,
): Promise<{ readonly page: readonly StoredRecord[]; readonly more: boolean }> {
  if (maxBytes === undefined) {
    const records = await found.toArray();
    return { page: records.slice(0, limit), more: records.length > limit };
  }
  const page: StoredRecord[] = [];
  let bytes = 0;
  // Leaving the loop closes the cursor, so the server sends nothing more.
  for await (const record of found) {
    if (page.length === limit || bytes >= maxBytes) return { page, more: true };
    bytes += BSON.calculateObjectSize(record);
    page.push(record);
  }
  return { page, more: false };
}

function selectionFilter(selection: Selection, options: FindOptions): Condition {
  const conditions: Condition[] = [{ live: true }];
  options.equals.forEach((value, i) => {
    conditions.push({ [recordField(selection.index.fields[i] ?? '')]: value });
  });
  const { from, to, fromExclusive, toExclusive } = options.range ?? {};
  const ranged = recordField(selection.orderedFields[0] ?? '');
  if (from !== undefined) conditions.push(bound(ranged, fromExclusive ? '$gt' : '$gte', from));
  if (to !== undefined) conditions.push(bound(ranged, toExclusive ? '$lt' : '$lte', to));
  if (selection.after) conditions.push(afterPlace(selection));
  return { $and: conditions };
}

function bound(field: string, operator: string, value: IndexValue): Condition {
  if (value !== null) return { [field]: { [operator]: value } };
  return operator.length === 4 ? { [field]: null } : nothing(field);
}

function nothing(field: string): Condition {
  return { [field]: { $in: [] } };
}

/** Matches everything after a place in the order: a later first field, or the same first field and a later second one, etc. */
function afterPlace({ after, orderedFields, descending }: Selection): Condition {
  const same: Condition[] = [];
  const later: Condition[] = [];
  orderedFields.forEach((name, i) => {
    const field = recordField(name);
    const value = after?.values[i] ?? null;
    later.push({ $and: [...same, beyond(field, value, descending)] });
    same.push({ [field]: value });
  });
  later.push({ $and: [...same, { _id: { [descending ? '$lt' : '$gt']: after?.id } }] });
  return { $or: later };
}

/** BSON types in index order; null comes before all. */
const TYPES = ['number', 'string', 'bool'];

/** A comparison matches values of one type only, but the index order continues with the next type. */
function beyond(field: string, value: IndexValue, descending: boolean): Condition {
  if (value === null) return descending ? nothing(field) : { [field]: { $ne: null } };
  const type = TYPES.indexOf(typeof value === 'boolean' ? 'bool' : typeof value);
  const others = descending ? TYPES.slice(0, type) : TYPES.slice(type + 1);
  return {
    $or: [
      { [field]: { [descending ? '$lt' : '$gt']: value } },
      ...(descending ? [{ [field]: null }] : []),
      ...others.map((other) => ({ [field]: { $type: other } })),
    ],
  };
}
