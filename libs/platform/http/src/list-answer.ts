import { cursorOf, valuesOfCursor } from '#libs/platform/read-models';
import { Answer, ListBody, type ReadDetails } from './answer.js';
import { MOST_ITEMS, type PageQuery } from './fields/page-fields.js';
import { unknownCursor } from './problems.js';
import { turn } from './json-lines.js';
import { JSON_FORM } from './list-forms.js';

/** How much of a list is read at a time, and from where on. */
export interface WantedPage {
  readonly limit: number;
  /** The page may end earlier: once its items have so many bytes. One item is in it at least. */
  readonly maxBytes: number;
  /** Cursor of the page before. */
  readonly after?: string;
}

/** Some items of a list, in its order. */
export interface ListPage<T> {
  readonly items: readonly T[];
  /** Cursor of the next page; absent on the last one. */
  readonly next?: string;
}

/** A list that is answered: where its items come from, and what is shown of them (`S`). */
export interface List<T, S = T> {
  /**
   * Reads some of it; of a list that is written to meanwhile, what follows the item that the cursor stands for.
   * @throws InvalidCursorError for a cursor of another list
   */
  readonly page: (wanted: WantedPage) => ListPage<T> | Promise<ListPage<T>>;
  /** The item as the answer has it; default: as it is. */
  readonly show?: (item: T) => S;
  /**
   * The items of a page as the answer has them, where something has to be looked up for them; instead of {@link show}. What is
   * sensitive is put on record before an answer begins: where this discloses something, the list has a usual size of pages.
   */
  readonly showAll?: (items: readonly T[]) => Promise<readonly S[]>;
  /** Whether the answer has the item at all; default: all. */
  readonly keep?: ((item: T) => boolean) | undefined;
  /** Items of a page when nobody says how many; without it the list comes whole then. */
  readonly usual?: number;
}

/** Items read at a time at most: more would keep other requests waiting. */
const MOST_READ = 1_000;

/** Items looked at at a time at least, where not all of them are shown. */
const LEAST_LOOKED_AT = 100;

/** Bytes of a page, and of what is read of a list that comes whole before the answer begins. */
const PAGE_BYTES = 768 * 1024;

/** Bytes that are read and written as text in one turn of the event loop. */
const TURN_BYTES = 128 * 1024;

/**
 * 200 with a list. Without `limit` and `cursor` it comes whole, unless its pages have a usual size: one that is longer than
 * {@link PAGE_BYTES} is written as fast as its reader takes it. Else the answer is one page, with a `Link` to the next one; where
 * items are large or many are passed over, it has fewer of them than it may.
 *
 * What is in the list all the time and stays in its place is there once, in whichever way it is read. What comes, goes or moves
 * meanwhile may be there or not.
 */
export function listAnswer<T, S = T>(
  { limit, cursor }: PageQuery,
  list: List<T, S>,
  details: ReadDetails = {},
): Promise<Answer<readonly S[]>> {
  const most = limit ?? list.usual ?? (cursor === undefined ? undefined : MOST_ITEMS);
  return most === undefined ? whole(list, details) : onePage(list, most, cursor, details);
}

async function whole<T, S>(list: List<T, S>, details: ReadDetails): Promise<Answer<readonly S[]>> {
  const pages = pagesOfWhole(list);
  const all: S[] = [];
  let json = '';
  do {
    const page = await pages.next();
    if (page.done === true) return Answer.list(new ListBody({ items: all, json }), details);
    if (page.value.length === 0) continue;
    all.push(...page.value);
    json += (json === '' ? '' : JSON_FORM.between) + JSON_FORM.write(page.value);
  } while (json.length < PAGE_BYTES);
  return Answer.list(new ListBody({ items: all, json }, () => pages), details);
}

/** What is shown of a list that comes whole, a piece in each turn. */
async function* pagesOfWhole<T, S>(list: List<T, S>): AsyncGenerator<readonly S[]> {
  let [limit, place]: [number, { readonly after?: string }] = [MOST_READ, {}];
  for (;;) {
    await turn();
    const { items, next } = await list.page({ limit, maxBytes: TURN_BYTES, ...place });
    yield await allShown(list, list.keep ? items.filter(list.keep) : items);
    if (next === undefined) break;
    limit = Math.min(Math.max(2 * items.length, LEAST_LOOKED_AT), MOST_READ);
    place = { after: next };
  }
}

async function onePage<T, S>(
  list: List<T, S>,
  most: number,
  cursor: string | undefined,
  details: ReadDetails,
): Promise<Answer<readonly S[]>> {
  const least = list.keep === undefined ? 1 : LEAST_LOOKED_AT;
  const all: S[] = [];
  let [text, count, after] = ['', 0, cursor];
  let limit = Math.max(most, least);
  for (;;) {
    const place = after === undefined ? {} : { after };
    await turn();
    const { items, next } = await list.page({ limit, maxBytes: TURN_BYTES, ...place });
    const kept = list.keep ? items.filter(list.keep) : items;
    const last = kept[most - count - 1];
    if (kept.length > most - count && last !== undefined) {
      // read again up to the last one shown, since the next page begins behind it
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
  return Answer.list(new ListBody({ items: all, json: text }), { ...details, next: after });
}

function allShown<T, S>(
  { show, showAll }: List<T, S>,
  items: readonly T[],
): readonly S[] | Promise<readonly S[]> {
  if (showAll) return showAll(items);
  // without either, the items are what is shown: S is T
  return show ? items.map(show) : (items as readonly unknown[] as readonly S[]);
}

/**
 * How a list that is in memory is read.
 * @param keyOf what tells one of its items from the others
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

/** Behind the item of a cursor; where that one is gone, as far on as it was. */
function placeAfter(keys: readonly string[], cursor: string): number {
  const [end, key] = valuesOfCursor(cursor);
  if (typeof key !== 'string' || !Number.isSafeInteger(end) || cursorOf([end, key]) !== cursor) {
    throw unknownCursor();
  }
  const known = keys.indexOf(key);
  return known === -1 ? Math.max(0, Number(end) - 1) : known + 1;
}
