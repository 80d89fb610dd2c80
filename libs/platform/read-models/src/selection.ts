import {
  type Document,
  type FindOptions,
  type IndexDefinition,
  type IndexValue,
  InvalidCursorError,
  MissingIndexError,
} from './document-store.js';
import { fieldValues } from './index-key.js';

/** A checked selection: what `find` of either adapter works from. */
export interface Selection {
  /** What the cursors of its pages begin with, so that those of others are told from them; the same in each generation. */
  readonly name: string;
  readonly index: IndexDefinition;
  /** Fields of the index after those bound by equality, in order: with the id they are the order of the result. */
  readonly orderedFields: readonly string[];
  readonly descending: boolean;
  /** Where the page before ended. */
  readonly after?: CursorPlace;
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
    ...(options.after !== undefined && {
      after: placeOf(options.after, name, orderedFields.length),
    }),
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

/** An array field that is not bound by equality would find a document more than once. */
export function refuseUnboundArrays(selection: Selection, documents: readonly Document[]): void {
  for (const document of documents) {
    for (const field of selection.orderedFields) onlyValue(selection, document, field);
  }
}

function placeOf(cursor: string, name: string, fields: number): CursorPlace {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    parsed = undefined;
  }
  if (!Array.isArray(parsed) || parsed[0] !== name || parsed.length !== fields + 2)
    throw new InvalidCursorError('cursor');
  const id: unknown = parsed.at(-1);
  const values: unknown[] = parsed.slice(1, -1);
  if (typeof id !== 'string' || !values.every(isIndexValue)) throw new InvalidCursorError('cursor');
  return { values, id };
}

function isIndexValue(value: unknown): value is IndexValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
