import { Readable } from 'node:stream';
import { fieldsOf, oncePerShape, type Shape } from './fields/field.js';
import type { ListBody } from './response.js';

/** Media type of lists for spreadsheets. */
export const CSV = 'text/csv';

export interface ListForm {
  readonly type: string;
  /** Precedes the first item. */
  readonly open: string;
  /** Separates the results of {@link write}. */
  readonly between: string;
  readonly close: string;
  readonly write: (items: readonly unknown[]) => string;
}

/** Writes a list as a JSON array. */
export const JSON_FORM: ListForm = {
  type: 'application/json; charset=utf-8',
  open: '[',
  between: ',',
  close: ']',
  write: (items) => JSON.stringify(items).slice(1, -1),
};

/** Writes a list as CSV (RFC 4180), with a column for each field of the shape; fields of nested objects are `object.field`. */
export const csvForm = oncePerShape((shape): ListForm => {
  const columns = columnsOf(shape);
  return {
    type: `${CSV}; charset=utf-8; header=present`,
    open: row(columns.map((path) => path.join('.'))),
    between: '',
    close: '',
    write: (items) =>
      items.map((item) => row(columns.map((path) => cellOf(valueAt(item, path))))).join(''),
  };
});

/** Writes a list as text, a long one page by page. */
export function listed(list: ListBody, form: ListForm): string | Readable {
  const { items, json } = list.take();
  const { more } = list;
  const { open, between, close } = form;
  const first = form === JSON_FORM && json !== undefined ? json : form.write(items);
  if (more === undefined) return open + first + close;
  const texts = textsOf([open + first], items.length === 0 ? '' : between, form, more());
  return Readable.from(texts, { objectMode: false, highWaterMark: 1 });
}

/** Releases the first text, the longest, once it is yielded: a stalled reader would keep it in memory. */
async function* textsOf(
  first: string[],
  lead: string,
  { between, close, write }: ListForm,
  pages: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<string> {
  yield first.pop() ?? '';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield lead + write(page);
    lead = between;
  }
  if (close !== '') yield close;
}

function columnsOf(shape: Shape, place: readonly string[] = []): readonly string[][] {
  return fieldsOf(shape).flatMap(({ name, kind: { schema } }) => {
    const path = [...place, name];
    return schema.shape === undefined ? [path] : columnsOf(schema.shape(), path);
  });
}

function valueAt(item: unknown, path: readonly string[]): unknown {
  return path.reduce(
    (value, name) => (value as Readonly<Record<string, unknown>> | null | undefined)?.[name],
    item,
  );
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
    return inert(value.join('; '));
  }
  return inert(typeof value === 'string' ? value : JSON.stringify(value));
}

const NUMBER = /^[-+]?\d+(?:\.\d+)?$/;

/** Where a spreadsheet would see the beginning of a formula: also in full-width and small forms, after any blanks and quotes, and after a separator that it might split at. */
const FORMULA = /(^|[;\t\r\n])(?=["\p{Zs}]*[=+\-@＝＋－＠﹦﹢﹣﹫])/gu;

/** Quotes a text that a spreadsheet would evaluate as a formula. */
function inert(text: string): string {
  if (NUMBER.test(text)) return text;
  return (/^[\t\r\n]/.test(text) ? `'${text}` : text).replace(FORMULA, "$1'");
}

function row(cells: readonly string[]): string {
  const quoted = cells.map((cell) =>
    /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${quoted.join(',')}\r\n`;
}
