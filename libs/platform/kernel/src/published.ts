/** JSON Schema (2020-12) of a value, as far as published data need it. */
export interface ValueSchema {
  readonly type: 'string' | 'integer' | 'array';
  readonly description: string;
  /** Codes known so far. Readers must accept new ones. */
  readonly 'x-extensible-enum'?: readonly string[];
  readonly format?: 'date' | 'date-time';
  readonly minimum?: number;
  readonly items?: { readonly type: 'string'; readonly 'x-extensible-enum'?: readonly string[] };
}

declare const VALUE: unique symbol;

/** A field of published data: its schema and, as a type parameter, its type. */
interface PublishedField<T> {
  readonly schema: ValueSchema;
  readonly [VALUE]?: T;
}

/** Data fields of an event type. All are required: what is not known for every event is not published. */
type PublishedFields = Readonly<Record<string, PublishedField<unknown>>>;

type DataOf<Fields extends PublishedFields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends PublishedField<infer T> ? T : never;
};

/** A published event type: a contract of its own, separate from the log. It may only gain fields; any other change is a new version. */
export interface PublishedType {
  /** `brokerage.<what>.<past tense>.v<n>`. */
  readonly name: string;
  /** What happened, in one sentence. */
  readonly summary: string;
  readonly fields: PublishedFields;
  /** Path below the account to what has changed, with field names in braces. Empty: the account itself. */
  readonly resource: string;
}

/** What is published of a log event: a pure function of its data. */
export interface Publication<Data = never> {
  readonly type: PublishedType;
  /** Returns exactly the fields of the type. */
  readonly data: (event: Data) => Readonly<Record<string, unknown>>;
}

/** Fields that an event already has in published form. */
type Same<Data, Event> = {
  [Name in keyof Data]: Name extends keyof Event
    ? Event[Name] extends Data[Name]
      ? Name
      : never
    : never;
}[keyof Data];

/** Fields that must be computed from an event, and those that may be. */
type Rest<Data, Event> = Omit<Data, Same<Data, Event>> & Partial<Data>;

/** A publication for events that have its fields under the same names. */
interface PlainPublication<Data> extends Publication<Data> {
  /** The same type for other events: `rest` computes the fields they lack. */
  readonly with: <Event>(rest: (event: Event) => Rest<Data, Event>) => Publication<Event>;
}

/** Accepts a path only if all names in braces are known. */
type PathOf<Path extends string, Names> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name extends Names
    ? PathOf<Rest, Names>
    : never
  : unknown;

/** Declares a published event type, for events that have its fields. */
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
    // unlike Object.assign, a literal with two spreads would get a new hidden class every time
    with: (rest) => ({ type, data: (of) => data(Object.assign({}, of, rest(of))) }),
  };
}

/** An id or other short text. */
export function text(description: string): PublishedField<string> {
  return { schema: { type: 'string', description } };
}

export function code<T extends object>(
  table: T,
  description: string,
): PublishedField<keyof T & string> {
  return openCode(table, description) as PublishedField<keyof T & string>;
}

/** A code from a kernel table, or any other text. */
export function openCode(table: object, description: string): PublishedField<string> {
  return { schema: { type: 'string', description, 'x-extensible-enum': Object.keys(table) } };
}

export function word<const Words extends readonly string[]>(
  words: Words,
  description: string,
): PublishedField<Words[number]> {
  return { schema: { type: 'string', description, 'x-extensible-enum': words } };
}

/** A list of the given words. */
export function words<const Words extends readonly string[]>(
  known: Words,
  description: string,
): PublishedField<readonly Words[number][]> {
  return {
    schema: { type: 'array', description, items: { type: 'string', 'x-extensible-enum': known } },
  };
}

/** An integer of at least 0. */
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
