import type { Entry, FindOptions, IndexValue } from './document-store.js';
import { encodeIndexValue, indexKeys, typeBracket } from './index-key.js';
import type { Selection } from './selection.js';

/** No value and no id starts with this byte: appended to a value it is the end of all keys with that value. */
const END = Buffer.of(0xff);

/** Keys from `lower` (inclusive) to `upper` (exclusive). */
export interface KeyBounds {
  readonly lower: Buffer;
  readonly upper: Buffer;
}

/** Which keys of an index a selection takes. `prefix` stands before the values in every key. */
export function selectedKeys(
  selection: Selection,
  { equals, range }: FindOptions,
  prefix: Buffer = Buffer.alloc(0),
): KeyBounds {
  const bound = Buffer.concat([prefix, ...equals.map(encodeIndexValue)]);
  return afterCursor(selection, bound, rangeBounds(bound, range));
}

/**
 * Ids of what `find` selects in a store, selected among documents in memory: on all pages from `options.after` on, in their
 * order. Of the documents nothing is kept.
 * @param batches what is not in the selection is left out
 */
export async function selectedIds(
  selection: Selection,
  options: FindOptions,
  batches: AsyncIterable<Iterable<Entry>>,
): Promise<readonly string[]> {
  const { lower, upper } = selectedKeys(selection, options);
  const found: { key: Buffer; id: string }[] = [];
  for await (const entries of batches) {
    for (const { id, document } of entries) {
      for (const values of indexKeys(selection.index, document)) {
        const key = Buffer.concat([values, Buffer.from(id, 'utf8')]);
        if (key.compare(lower) >= 0 && key.compare(upper) < 0) found.push({ key, id });
      }
    }
  }
  const direction = selection.descending ? -1 : 1;
  found.sort((a, b) => direction * a.key.compare(b.key));
  return found.map(({ id }) => id);
}

function rangeBounds(prefix: Buffer, range: FindOptions['range']): KeyBounds {
  const { from, to } = range ?? {};
  const whole = { lower: prefix, upper: Buffer.concat([prefix, END]) };
  const low = from === undefined ? undefined : typeBracket(from);
  const high = to === undefined ? undefined : typeBracket(to);
  const bracket = low ?? high;
  if (bracket === undefined) return whole;
  if (low && high && low.first !== high.first) return { lower: prefix, upper: prefix };
  const bound = (value: IndexValue, past: boolean): Buffer =>
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

function afterCursor(selection: Selection, prefix: Buffer, bounds: KeyBounds): KeyBounds {
  if (selection.after === undefined) return bounds;
  const { values, id } = selection.after;
  const place = Buffer.concat([prefix, ...values.map(encodeIndexValue), Buffer.from(id, 'utf8')]);
  if (selection.descending) {
    return { ...bounds, upper: place.compare(bounds.upper) < 0 ? place : bounds.upper };
  }
  const next = Buffer.concat([place, Buffer.of(0)]);
  return { ...bounds, lower: next.compare(bounds.lower) > 0 ? next : bounds.lower };
}
