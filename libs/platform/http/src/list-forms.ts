import { fieldsOf, oncePerShape, type Shape } from './fields/field.js';

/** Media type of lists for sheets. */
export const CSV = 'text/csv';

/** How the items of a list are written. */
export interface ListForm {
  readonly type: string;
  /** Before the first item. */
  readonly open: string;
  /** Between some items and more of them. */
  readonly between: string;
  readonly close: string;
  readonly write: (items: readonly unknown[]) => string;
}

/** A JSON array. */
export const JSON_FORM: ListForm = {
  type: 'application/json; charset=utf-8',
  open: '[',
  between: ',',
  close: ']',
  write: (items) => JSON.stringify(items).slice(1, -1),
};

/** CSV (RFC 4180), a row for each item: the columns are the fields of its shape, those of an object inside it `object.field`. */
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

/** A text that a sheet would take for a formula, made one that it shows. */
function inert(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

function row(cells: readonly string[]): string {
  const quoted = cells.map((cell) =>
    /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${quoted.join(',')}\r\n`;
}
