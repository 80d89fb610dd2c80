import {
  type Document,
  type Entry,
  type FindOptions,
  type IndexDefinition,
  type IndexValue,
  InvalidCursorError,
  MissingIndexError,
  type Page,
} from './document-store.js';
import { fieldValues, isIndexValue } from './index-key.js';

/** A checked selection: what `find` of either adapter works from. */
export interface Selection {
  /** What the cursors of its pages begin with, so that those of others are told from them; the same in each generation. */
  readonly name: string;
  readonly index: IndexDefinition;
  /** Fields of the index after those bound by equality, in order: with the id they are the order of the result. */
  readonly orderedFields: readonly string[];
  readonly descending: boolean;
  /** Where the page before ended. */
  readonly after: CursorPlace | undefined;
}

/** A place in the result: values of the ordered fields, then the id. */
export interface CursorPlace {
  readonly values: readonly IndexValue[];
  readonly id: string;
}

/** Checks a selection against the indexes declared. */
export function selectionOf(
  collection: string,
  indexes: readonly IndexDefinition[],
  options: FindOptions,
): Selection {
  const index = indexes.find(({ name }) => name === options.index);
  if (index === undefined) {
    throw new MissingIndexError(`${collection} has no index ${options.index}`);
  }
  const orderedFields = index.fields.slice(options.equals.length);
  if (
    options.equals.length > index.fields.length ||
    (options.range && orderedFields.length === 0)
  ) {
    throw new Error(`index ${index.name} has fewer fields than the selection`);
  }
  if (!Number.isInteger(options.limit) || options.limit < 1) {
    throw new Error('a page holds one document at least');
  }
  const descending = options.order === 'descending';
  const list = `${collection.replace(/_v\d+_g\d+$/, '')}.${index.name}`;
  const name = descending ? `-${list}` : list;
  return {
    name,
    index,
    orderedFields,
    descending,
    after:
      options.after === undefined ? undefined : placeOf(options.after, name, orderedFields.length),
  };
}

/** Opaque text for the place of the last document of a page. */
export function cursorAt(selection: Selection, document: Document, id: string): string {
  const values = selection.orderedFields.map((field) => onlyValue(selection, document, field));
  return Buffer.from(JSON.stringify([selection.name, ...values, id])).toString('base64url');
}

function onlyValue(selection: Selection, document: Document, field: string): IndexValue {
  const { values, array } = fieldValues(document, field);
  if (array) {
    throw new Error(
      `array field ${field} of index ${selection.index.name} is selected by equality`,
    );
  }
  return values[0] ?? null;
}

/** What was found as a page. An array field that is not bound by equality would find a document more than once, and is refused. */
export function pageOf<E extends Entry>(
  selection: Selection,
  items: readonly E[],
  isLast: boolean,
): Page<E> {
  for (const { document } of items) {
    for (const field of selection.orderedFields) onlyValue(selection, document, field);
  }
  const last = items.at(-1);
  if (isLast || last === undefined) return { items };
  return { items, next: cursorAt(selection, last.document, last.id) };
}

/** A page without the ids of its documents. */
export function documentsOf<D extends Document>({ items, ...more }: Page<Entry<D>>): Page<D> {
  return { items: items.map(({ document }) => document), ...more };
}

function placeOf(cursor: string, name: string, fields: number): CursorPlace {
  try {
    const text = Buffer.from(cursor, 'base64url').toString('utf8');
    const [list, ...place] = JSON.parse(text) as readonly unknown[];
    const [id, values] = [place.at(-1), place.slice(0, -1)];
    const isWhole = list === name && values.length === fields && values.every(isIndexValue);
    if (isWhole && typeof id === 'string') return { values, id };
  } catch {
    // no JSON, or no list
  }
  throw new InvalidCursorError('cursor');
}
