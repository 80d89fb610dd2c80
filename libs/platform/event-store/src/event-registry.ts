import type { DomainEvent, Publication, Recorded } from '#libs/platform/kernel';
import type { JsonObject } from './event-store.js';

export type EventData = Readonly<Record<string, unknown>>;

/** An id of something that an event is about. */
export interface About {
  readonly name: string;
  readonly value: string;
}

/** Why something was refused, ended or lifted. */
export interface Reason {
  readonly outcome: 'refused' | 'lifted' | 'cancelled' | 'rejected' | 'followed';
  /** Error code of the rule, or another code for the reason. */
  readonly code?: string;
  readonly cause?: string;
  /** Login id or firm id of who acted. */
  readonly by?: string;
  readonly remainingAttempts?: number;
}

/** How histories describe an event type, and whose histories. Pure: depends only on the event and its predecessor. */
export interface EventHistory {
  /** What happened, for people. */
  readonly title: string;
  /** Subjects whose history contains the event; the export of the first one includes it. Default: none. */
  readonly subjects?: (data: EventData, stream: string) => readonly string[];
  /** Ids of what the event is about; default: the values of its naming fields. */
  readonly about?: (data: EventData) => readonly About[];
  /** Which item of its stream the event is about; default: the only one. */
  readonly thing?: (data: EventData) => string;
  /** Fields that get a new value; default: all but the naming fields. */
  readonly fields?: (data: EventData) => EventData;
  /** The item is new or was gone: none of its fields had a value. */
  readonly begins?: boolean;
  /** The item is gone: all its fields are null. */
  readonly ends?: boolean;
  /** `before` is the previous event of the stream. */
  readonly reason?: (data: EventData, before: Recorded | undefined) => Reason | undefined;
}

/** Which fields of an event are personal data, and whose. */
export interface PersonalFields<Data> {
  /**
   * Name of the protecting key, such as `person:jdoe`, or of several; also used for secrets anywhere in the event.
   * Undefined if the event contains no personal data and is stored in plain text. May read only fields that are not personal.
   */
  readonly subject: (data: Data) => string | undefined;
  /** Top-level fields, each encrypted on its own. */
  readonly fields: readonly (keyof Data & string)[];
}

/** What the feed publishes of an event. Required for events that concern an account, by naming it or through `concerns`. */
type Publishing<Data> = 'accountNumber' extends keyof Data
  ? { readonly publishes: Publication<Data> | 'nothing'; readonly concerns?: undefined }
  : | { readonly publishes?: undefined; readonly concerns?: undefined }
    | { readonly publishes: Publication<Data> | 'nothing'; readonly concerns: Concerns };

/**
 * The account or bank link of an event that names no account, as a `Subject`. Null: none; undefined: that of an earlier event of
 * its stream.
 */
export type Concerns = (data: EventData) => string | null | undefined;

/** How an event type is stored, described and published. */
type EventDefinition<E extends DomainEvent = DomainEvent> = StoredDefinition<E> &
  Publishing<E['data']>;

interface StoredDefinition<E extends DomainEvent> {
  readonly history: EventHistory;
  /** Version of newly stored events; default 1. */
  readonly version?: number;
  readonly personal?: PersonalFields<E['data']>;
  /** The document of the vault that the event names: its key, and the SHA-256 of its contents. */
  readonly document?: (data: E['data']) => { readonly key: string; readonly sha256: string };
  /** Entry n converts data of version n to version n + 1; every older version needs one. */
  readonly upcasts?: Readonly<Record<number, (data: JsonObject) => JsonObject>>;
}

/** The event definitions of a context, by type without version. */
export type EventDefinitions<E extends DomainEvent = DomainEvent> = {
  readonly [Type in E['type']]: EventDefinition<Extract<E, { type: Type }>>;
};

/** Declares how the events of a union are stored, described and published; the compiler checks that none is missing. */
export function defineEvents<E extends DomainEvent>(
  definitions: EventDefinitions<E>,
): EventDefinitions<E> {
  return definitions;
}

/** A stored event name, resolved. */
export interface RegisteredEvent {
  readonly type: string;
  readonly version: number;
  readonly definition: EventDefinition;
}

/** All known events, by stored name: `<type>.v<version>`. */
export class EventRegistry {
  readonly #current = new Map<string, RegisteredEvent>();
  readonly #byStoredName = new Map<string, RegisteredEvent>();

  /** @throws if a type is defined twice or lacks an upcast */
  constructor(definitions: readonly EventDefinitions[]) {
    for (const group of definitions) {
      for (const [type, definition] of Object.entries(group)) this.#add(type, definition);
    }
  }

  #add(type: string, definition: EventDefinition): void {
    if (this.#current.has(type)) throw new Error(`event ${type} is defined twice`);
    const { version: current = 1 } = definition;
    for (let version = 1; version <= current; version++) {
      if (version < current && !definition.upcasts?.[version]) {
        throw new Error(`event ${type} has no upcast from version ${version}`);
      }
      this.#byStoredName.set(storedName(type, version), { type, version, definition });
    }
    this.#current.set(type, { type, version: current, definition });
  }

  current(type: string): RegisteredEvent {
    const entry = this.#current.get(type);
    if (!entry) throw new Error(`event ${type} is not defined`);
    return entry;
  }

  /** The definition for a type or a stored name; undefined if this build does not know it. */
  definition(name: string): EventDefinition | undefined {
    return (this.#current.get(name) ?? this.#byStoredName.get(name))?.definition;
  }

  /** The event of a stored name; undefined if this build does not know it. */
  stored(name: string): RegisteredEvent | undefined {
    return this.#byStoredName.get(name);
  }

  /** All types in their current version, sorted by name. */
  all(): readonly RegisteredEvent[] {
    return [...this.#current.values()].sort((a, b) => a.type.localeCompare(b.type));
  }
}

/** Stored name of an event type: `folio.FolioCreated.v1`. */
export function storedName(type: string, version: number): string {
  return `${type}.v${version}`;
}
