import { cursorOf, type FindOptions, type Page, valuesOfCursor } from '#libs/platform/read-models';
import { Response, ListBody, type ReadDetails } from './response.js';
import { MAX_PAGE_SIZE, type PageQuery } from './fields/page-fields.js';
import { unknownCursor } from './problems.js';
import { yieldToEventLoop } from './json-lines.js';
import { JSON_FORM } from './list-forms.js';

/** Which page of a list to read; `maxBytes` ends it early, but not before its first item. */
export type WantedPage = Pick<FindOptions, 'limit' | 'after'> & { readonly maxBytes: number };

/** The source of a list, and how its items are shown (as `S`). */
export interface List<T, S = T> {
  /**
   * Reads a page: the items after the one that the cursor stands for, even if the list has changed since.
   * @throws InvalidCursorError for a cursor of another list
   */
  readonly page: (wanted: WantedPage) => Page<T> | Promise<Page<T>>;
  /** Converts an item for the response. Default: unchanged. */
  readonly show?: (item: T) => S;
  /**
   * Replaces {@link show} if the conversion needs lookups. Disclosures must be recorded before the response begins, so a list whose
   * `showAll` discloses something must have {@link defaultLimit} set.
   */
  readonly showAll?: (items: readonly T[]) => Promise<readonly S[]>;
  /** Filters the items. Default: all. */
  readonly keep?: ((item: T) => boolean) | undefined;
  /** Default page size; without it the whole list is returned by default. */
  readonly defaultLimit?: number;
}

/** Most items read at a time: more would delay other requests. */
const MOST_READ = 1_000;

/** Fewest items read at a time if they are filtered. */
const LEAST_READ_TO_FILTER = 100;

/** Most bytes of a page, and of a whole list before the response begins. */
const PAGE_BYTES = 768 * 1024;

/** Bytes read and written in one turn of the event loop. */
const TURN_BYTES = 128 * 1024;

/**
 * 200 with a list. Without `limit`, `cursor` and a default page size the whole list is returned; if it is longer than
 * {@link PAGE_BYTES}, the rest is streamed. Otherwise the response is one page, with a `Link` to the next one. A page has fewer items than
 * its limit if they are large or most are filtered out.
 *
 * Items that stay in place while the list is read are returned exactly once. Items that are added, removed or moved meanwhile may be
 * missing.
 */
export function listAnswer<T, S = T>(
  { limit, cursor }: PageQuery,
  list: List<T, S>,
  details: ReadDetails = {},
): Promise<Response<readonly S[]>> {
  const most = limit ?? list.defaultLimit ?? (cursor === undefined ? undefined : MAX_PAGE_SIZE);
  return most === undefined ? whole(list, details) : onePage(list, most, cursor, details);
}

async function whole<T, S>(
  list: List<T, S>,
  details: ReadDetails,
): Promise<Response<readonly S[]>> {
  const pages = pagesOfWhole(list);
  const all: S[] = [];
  let json = '';
  do {
    const page = await pages.next();
    if (page.done === true) return Response.list(new ListBody({ items: all, json }), details);
    if (page.value.length === 0) continue;
    all.push(...page.value);
    json += (json === '' ? '' : JSON_FORM.between) + JSON_FORM.write(page.value);
  } while (json.length < PAGE_BYTES);
  return Response.list(new ListBody({ items: all, json }, () => pages), details);
}

/** Yields a whole list, one page per turn of the event loop. */
async function* pagesOfWhole<T, S>(list: List<T, S>): AsyncGenerator<readonly S[]> {
  let [limit, place]: [number, { readonly after?: string }] = [MOST_READ, {}];
  for (;;) {
    await yieldToEventLoop();
    const { items, next } = await list.page({ limit, maxBytes: TURN_BYTES, ...place });
    yield await allShown(list, list.keep ? items.filter(list.keep) : items);
    if (next === undefined) break;
    limit = Math.min(Math.max(2 * items.length, LEAST_READ_TO_FILTER), MOST_READ);
    place = { after: next };
  }
}

async function onePage<T, S>(
  list: List<T, S>,
  most: number,
  cursor: string | undefined,
  details: ReadDetails,
): Promise<Response<readonly S[]>> {
  const least = list.keep === undefined ? 1 : LEAST_READ_TO_FILTER;
  const all: S[] = [];
  let [text, count, after] = ['', 0, cursor];
  let limit = Math.max(most, least);
  for (;;) {
    const place = after === undefined ? {} : { after };
    await yieldToEventLoop();
    const { items, next } = await list.page({ limit, maxBytes: TURN_BYTES, ...place });
    const kept = list.keep ? items.filter(list.keep) : items;
    const last = kept[most - count - 1];
    if (kept.length > most - count && last !== undefined) {
      // Read again up to the last item shown: the next page begins after it.
      limit = items.indexOf(last) + 1;
      continue;
    }
    if (kept.length > 0) {
      const items = await allShown(list, kept);
      all.push(...items);
      text += (text === '' ? '' : JSON_FORM.between) + JSON_FORM.write(items);
    }
    count += kept.length;
    after = next;
    if (after === undefined || count === most || text.length >= PAGE_BYTES) break;
    limit = Math.max(most - count, least);
  }
  return Response.list(new ListBody({ items: all, json: text }), { ...details, next: after });
}

function allShown<T, S>(
  { show, showAll }: List<T, S>,
  items: readonly T[],
): readonly S[] | Promise<readonly S[]> {
  if (showAll) return showAll(items);
  // Without either, S is T.
  return show ? items.map(show) : (items as readonly unknown[] as readonly S[]);
}

/**
 * Returns the `page` function of a list in memory.
 * @param keyOf returns a unique key of an item
 */
export function pagesOf<T>(items: readonly T[], keyOf: (item: T) => string): List<T>['page'] {
  return ({ limit, after }) => {
    const start = after === undefined ? 0 : placeAfter(items.map(keyOf), after);
    const end = start + limit;
    const last = items[end - 1];
    const page = items.slice(start, end);
    if (last === undefined || end >= items.length) return { items: page };
    return { items: page, next: cursorOf([end, keyOf(last)]) };
  };
}

/** Returns the index after the item of a cursor, or, if it is gone, the index that it had. */
function placeAfter(keys: readonly string[], cursor: string): number {
  const [end, key] = valuesOfCursor(cursor);
  if (typeof key !== 'string' || !Number.isSafeInteger(end) || cursorOf([end, key]) !== cursor) {
    throw unknownCursor();
  }
  const known = keys.indexOf(key);
  return known === -1 ? Math.max(0, Number(end) - 1) : known + 1;
}
