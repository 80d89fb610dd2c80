import type { DomainEvent, Publication } from '#libs/platform/kernel';
import type { EventData, EventHistory } from './event-history.js';
import type { JsonObject } from './event-store.js';

/** Which fields of an event are personal data, and whose. */
export interface PersonalFields<Data> {
  /**
   * What protects them: the name of a key such as `person:jdoe`, or of several together. Secrets anywhere in the event use it too.
   * Undefined: this event has none of them, and is stored as it is. Only fields that are not personal may be looked at.
   */
  readonly subject: (data: Data) => string | undefined;
  /** Top-level fields that are encrypted one by one. */
  readonly fields: readonly (keyof Data & string)[];
}

/**
 * What the feed publishes of an event. Each event that concerns an account says so: because it names one, or because it is one of
 * an item that is about one.
 */
type Publishing<Data> = 'accountNumber' extends keyof Data
  ? { readonly publishes: Publication<Data> | 'nothing'; readonly concerns?: undefined }
  : | { readonly publishes?: undefined; readonly concerns?: undefined }
    | { readonly publishes: Publication<Data> | 'nothing'; readonly concerns: Concerns };

/**
 * The account or bank link that an event is about without naming an account, as a `Subject`; null: it is about nothing of the kind;
 * undefined: about what an earlier event of its stream said.
 */
export type Concerns = (data: EventData) => string | null | undefined;

/** How one event type is stored, told and published. */
type EventDefinition<E extends DomainEvent = DomainEvent> = StoredDefinition<E> &
  Publishing<E['data']>;

interface StoredDefinition<E extends DomainEvent> {
  /** What histories say of it. */
  readonly history: EventHistory;
  /** Version new events are stored with; default 1. */
  readonly version?: number;
  readonly personal?: PersonalFields<E['data']>;
  /** Key n turns data of version n into data of version n + 1; each older version has one. */
  readonly upcasts?: Readonly<Record<number, (data: JsonObject) => JsonObject>>;
}

/** The definitions of all events of a context, by type without version. */
export type EventDefinitions<E extends DomainEvent = DomainEvent> = {
  readonly [Type in E['type']]: EventDefinition<Extract<E, { type: Type }>>;
};

/** States, checked by the compiler, how each event of a union is stored, told and published. */
export function defineEvents<E extends DomainEvent>(
  definitions: EventDefinitions<E>,
): EventDefinitions<E> {
  return definitions;
}

/** A stored name taken apart. */
export interface RegisteredEvent {
  readonly type: string;
  readonly version: number;
  readonly definition: EventDefinition;
}

/** Every event the service knows, by stored name: `<type>.v<version>`. */
export class EventRegistry {
  readonly #current = new Map<string, RegisteredEvent>();
  readonly #byStoredName = new Map<string, RegisteredEvent>();

  /** @throws on a type that is defined twice or lacks an upcast. */
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

  /** The definition new events of a type are stored with. */
  current(type: string): RegisteredEvent {
    const entry = this.#current.get(type);
    if (!entry) throw new Error(`event ${type} is not defined`);
    return entry;
  }

  /** What is declared of an event, by its type or the name it is stored under; undefined for one that this build does not know. */
  definition(name: string): EventDefinition | undefined {
    return (this.#current.get(name) ?? this.#byStoredName.get(name))?.definition;
  }

  /** What a stored name stands for; undefined for a name this build does not know. */
  stored(name: string): RegisteredEvent | undefined {
    return this.#byStoredName.get(name);
  }

  /** All types with their current version, in order of name. */
  all(): readonly RegisteredEvent[] {
    return [...this.#current.values()].sort((a, b) => a.type.localeCompare(b.type));
  }
}

/** Name an event type is stored under: `folio.FolioCreated.v1`. */
export function storedName(type: string, version: number): string {
  return `${type}.v${version}`;
}
