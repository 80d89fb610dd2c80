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
interface PublishedField<T> {
  readonly schema: ValueSchema;
  readonly [VALUE]?: T;
}

/** Fields of the data of one type of event. All are required: what is not known for every event is not published. */
type PublishedFields = Readonly<Record<string, PublishedField<unknown>>>;

/** Data with these fields. */
type DataOf<Fields extends PublishedFields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends PublishedField<infer T> ? T : never;
};

/**
 * A type of event that is published: a contract of its own, apart from the events of the log. It only ever gets more fields; what
 * else changes is a new type with the next version number at its end.
 */
export interface PublishedType {
  /** `brokerage.<what>.<past tense>.v<n>`. */
  readonly name: string;
  /** What has happened, in one sentence. */
  readonly summary: string;
  readonly fields: PublishedFields;
  /** Path below the account of what has changed, fields in braces: where a reader finds the rest. Empty: the account itself. */
  readonly resource: string;
}

/** What is published of an event of the log. Pure: nothing but the event's data. */
export interface Publication<Data = never> {
  readonly type: PublishedType;
  /** The fields of the type, and nothing else of the event. */
  readonly data: (event: Data) => Readonly<Record<string, unknown>>;
}

/** Fields that an event has as they are published. */
type Same<Data, Event> = {
  [Name in keyof Data]: Name extends keyof Event
    ? Event[Name] extends Data[Name]
      ? Name
      : never
    : never;
}[keyof Data];

/** Fields that have to be made of an event, and those that may be. */
type Rest<Data, Event> = Omit<Data, Same<Data, Event>> & Partial<Data>;

/** A publication of events that have its fields under the same names. */
interface PlainPublication<Data> extends Publication<Data> {
  /** The same type of others: what they don't have as it is published is made of them. */
  readonly with: <Event>(rest: (event: Event) => Rest<Data, Event>) => Publication<Event>;
}

/** Lets a path through whose names in braces are all known. */
type PathOf<Path extends string, Names> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name extends Names
    ? PathOf<Rest, Names>
    : never
  : unknown;

/** States a type of published event, and that it is published of the events which have its fields. */
export function event<Fields extends PublishedFields, Path extends string = ''>(
  name: `brokerage.${string}.${string}.v${number}`,
  summary: string,
  fields: Fields,
  resource?: Path & PathOf<Path, keyof Fields>,
): PlainPublication<DataOf<Fields>> {
  const type: PublishedType = { name, summary, fields, resource: resource ?? '' };
  const names = Object.keys(fields);
  const data = (of: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
    Object.fromEntries(names.map((field) => [field, of[field]]));
  return {
    type,
    data,
    // a literal of two spreads would have a hidden class of its own each time
    with: (rest) => ({ type, data: (of) => data(Object.assign({}, of, rest(of))) }),
  };
}

/** An id or another short text. */
export function text(description: string): PublishedField<string> {
  return { schema: { type: 'string', description } };
}

/** A code of one of the kernel's tables. */
export function code<T extends object>(
  table: T,
  description: string,
): PublishedField<keyof T & string> {
  return openCode(table, description) as PublishedField<keyof T & string>;
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
