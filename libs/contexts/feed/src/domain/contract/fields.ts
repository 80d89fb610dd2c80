/** JSON Schema (2020-12) of a value, as far as published data use it. */
export interface ValueSchema {
  readonly type: 'string' | 'integer' | 'array';
  readonly description: string;
  /** Codes so far. There may be more at any time; a reader takes one that is new to it as it is. */
  readonly 'x-extensible-enum'?: readonly string[];
  readonly format?: 'date' | 'date-time';
  readonly minimum?: number;
  readonly items?: { readonly type: 'string'; readonly 'x-extensible-enum'?: readonly string[] };
}

declare const VALUE: unique symbol;

/** A field of published data: its schema, and by the type parameter what it holds. */
export interface PublishedField<T> {
  readonly schema: ValueSchema;
  readonly [VALUE]?: T;
}

/** Fields of the data of one type of event. All are required: what is not known for every event is not published. */
export type PublishedFields = Readonly<Record<string, PublishedField<unknown>>>;

/** Data with these fields. */
export type DataOf<Fields extends PublishedFields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends PublishedField<infer T> ? T : never;
};

/** An id or another short text. */
export function text(description: string): PublishedField<string> {
  return { schema: { type: 'string', description } };
}

/** A code of one of the kernel's tables. */
export function code<T extends object>(
  table: T,
  description: string,
): PublishedField<keyof T & string> {
  return { schema: { type: 'string', description, 'x-extensible-enum': Object.keys(table) } };
}

/** One of a kernel table's codes, or any other text. */
export function openCode(table: object, description: string): PublishedField<string> {
  return { schema: { type: 'string', description, 'x-extensible-enum': Object.keys(table) } };
}

/** One of a few words. */
export function word<const Words extends readonly string[]>(
  words: Words,
  description: string,
): PublishedField<Words[number]> {
  return { schema: { type: 'string', description, 'x-extensible-enum': words } };
}

/** Some of a few words. */
export function words<const Words extends readonly string[]>(
  known: Words,
  description: string,
): PublishedField<readonly Words[number][]> {
  return {
    schema: { type: 'array', description, items: { type: 'string', 'x-extensible-enum': known } },
  };
}

/** A whole number from 0. */
export function count(description: string): PublishedField<number> {
  return { schema: { type: 'integer', minimum: 0, description } };
}

/** A day, `yyyy-MM-dd`. */
export function day(description: string): PublishedField<string> {
  return { schema: { type: 'string', format: 'date', description } };
}

/** A moment, ISO-8601 UTC. */
export function moment(description: string): PublishedField<string> {
  return { schema: { type: 'string', format: 'date-time', description } };
}
