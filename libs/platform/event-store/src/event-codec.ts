import {
  type CommandMetadata,
  type DomainEvent,
  type Recorded,
  recordingTime,
  Secret,
} from '#libs/platform/kernel';
import { eventHash, type HashedEvent } from '#libs/platform/proof';
import { textOf } from './append-rules.js';
import type { EventRegistry, PersonalFields, RegisteredEvent } from './event-registry.js';
import { storedName } from './event-registry.js';
import type { EventText, JsonObject, JsonValue, NewEvent, StoredEvent } from './event-store.js';

/** Encryption with one key per person. A subject names a key, such as `person:jdoe`, or several. Sealed texts name their subject. */
export interface PersonalData {
  /** Makes the keys of each subject durable, as {@link seal} requires. */
  ensure(subjects: Iterable<string>): Promise<void>;
  /** Loads the keys of sealed texts into memory, as {@link opener} requires. */
  prefetch(sealed: Iterable<string>): Promise<void>;
  /** Encrypts for a subject after {@link ensure}. Of several keys, destroyed ones are left out. */
  seal(subject: string, plaintext: string): string;
  /** Gets the key now and decrypts when called, however much later; undefined if a key of the text has been destroyed. */
  opener(sealed: string): () => string | undefined;
}

/** Keys that mark ciphertext in stored data: of a whole field, and of a value that is read as a {@link Secret}. */
const SEALED = '$sealed';
const SECRET = '$secret';

/** Stored metadata: that of the command, the decider's time and the hash chain. */
interface StoredMetadata extends CommandMetadata {
  readonly at: string;
  /** {@link eventHash} of the previous event in the stream; absent on the first. */
  readonly previousHash?: string;
}

/** The end of the stream that new events are chained to. */
export interface ChainEnd {
  readonly revision: number;
  readonly hash: string | undefined;
}

/** When an event was recorded, ISO-8601 UTC; see {@link recordingTime}. */
export function recordedAt({ metadata }: Pick<StoredEvent, 'metadata'>): string {
  const stored = metadata as unknown as StoredMetadata;
  return recordingTime({ at: stored.at, metadata: stored });
}

/** Whether an event repeats an earlier one and has its time, as published events do. */
export function isRepetition({ metadata }: Pick<StoredEvent, 'metadata'>): boolean {
  return metadata['sourcePosition'] !== undefined;
}

/** The part of an event that tells its append. */
interface Appended {
  readonly stream: string;
  readonly metadata: object;
}

/**
 * Whether two consecutive events of a stream were appended together by one command, as far as they tell: a command appends to a stream
 * once. Returns false for events that name no command.
 */
export function areSameAppend(a: Appended, b: Appended): boolean {
  if (a.stream !== b.stream) return false;
  const [of, other] = [a.metadata as JsonObject, b.metadata as JsonObject];
  const { commandId } = of;
  return commandId !== undefined && commandId === other['commandId'] && of['at'] === other['at'];
}

/** Converts between domain events and stored events: names and versions, upcasts, personal data, hash chain. */
export class EventCodec {
  constructor(
    private readonly registry: EventRegistry,
    private readonly personalData: PersonalData,
  ) {}

  /**
   * Encodes the events of one append, chained to `end` and to each other. New persons' keys are durable before it resolves.
   * The last hash is computed lazily: many streams never get another event.
   */
  async encode(
    stream: string,
    end: ChainEnd,
    events: readonly DomainEvent[],
    metadata: CommandMetadata,
    at: string,
    eventId: (index: number) => string,
  ): Promise<{ events: NewEvent[]; hash: () => string | undefined }> {
    const subjects = new Set<string>();
    for (const { type, data } of events) {
      const { personal } = this.registry.current(type).definition;
      const subject = personal?.subject(data);
      if (personal && subject !== undefined && hasToSeal(personal, data as JsonObject)) {
        subjects.add(subject);
      }
    }
    if (subjects.size > 0) await this.personalData.ensure(subjects);

    let last: (HashedEvent & { readonly text: EventText }) | undefined;
    const hash = (): string | undefined =>
      last ? eventHash(last, `${last.text.data},${last.text.metadata}`) : end.hash;
    const encoded = events.map((decided, index): NewEvent => {
      const entry = this.registry.current(decided.type);
      const previousHash = hash();
      const stored: StoredMetadata = {
        at,
        ...metadata,
        ...(previousHash !== undefined && { previousHash }),
      };
      const event = {
        id: eventId(index),
        type: storedName(entry.type, entry.version),
        data: this.#encodeData(entry, decided),
        metadata: stored as unknown as JsonObject,
      };
      const next = { ...event, text: textOf(event) };
      last = { stream, revision: end.revision + 1 + index, ...next };
      return next;
    });
    return { events: encoded, hash };
  }

  #encodeData({ definition }: RegisteredEvent, event: DomainEvent): JsonObject {
    const { personal } = definition;
    const subject = personal?.subject(event.data);
    if (!personal || subject === undefined) return event.data as JsonObject;
    const data = this.#sealSecrets(subject, event.data) as JsonObject;
    for (const field of personal.fields as readonly string[]) {
      const value = data[field];
      if (value === undefined || value === null || isMark(value, SECRET)) continue;
      data[field] = { [SEALED]: this.personalData.seal(subject, JSON.stringify(value)) };
    }
    return data;
  }

  #sealSecrets(subject: string, value: unknown): JsonValue {
    if (value instanceof Secret) {
      const sealed = value.sealed ?? this.personalData.seal(subject, value.reveal() ?? '');
      return { [SECRET]: sealed };
    }
    if (Array.isArray(value)) return value.map((item) => this.#sealSecrets(subject, item));
    if (typeof value === 'object' && value !== null) {
      const copy: JsonObject = {};
      for (const key in value) {
        const item: unknown = value[key as never];
        if (item !== undefined) copy[key] = this.#sealSecrets(subject, item);
      }
      return copy;
    }
    return value as JsonValue;
  }

  /** Decodes stored events; undefined for those that this build does not know. */
  async decode(events: readonly StoredEvent[]): Promise<(Recorded | undefined)[]> {
    const entries = events.map((event) => this.registry.stored(event.type));
    const sealed: string[] = [];
    for (let index = 0; index < events.length; index++) {
      if (maySeal(entries[index], events[index])) sealedTexts(events[index]?.data, sealed);
    }
    if (sealed.length > 0) await this.personalData.prefetch(sealed);
    return events.map((event, index) => {
      const entry = entries[index];
      if (!entry) return undefined;
      const unreadable = { any: false };
      const data = maySeal(entry, event) ? this.#opened(event.data, unreadable) : event.data;
      return this.#recorded(entry, event, data as JsonObject, unreadable.any);
    });
  }

  /**
   * Decodes stored events but leaves personal data sealed, as objects that show nothing: for what needs ids and states only. It needs no
   * keys.
   */
  decodeSealed(events: readonly StoredEvent[]): (Recorded | undefined)[] {
    return events.map((event) => {
      const entry = this.registry.stored(event.type);
      return entry && this.#recorded(entry, event, event.data, false);
    });
  }

  #recorded(
    { type, version, definition }: RegisteredEvent,
    event: StoredEvent,
    opened: JsonObject,
    isErased: boolean,
  ): Recorded {
    let data = opened;
    for (let from = version; from < this.registry.current(type).version; from++) {
      data = definition.upcasts?.[from]?.(data) ?? data;
    }
    const metadata = event.metadata as unknown as StoredMetadata;
    return {
      type,
      data,
      id: event.id,
      stream: event.stream,
      revision: event.revision,
      position: event.position,
      at: metadata.at,
      metadata,
      ...(isErased && { erased: true as const }),
    };
  }

  /** @param unreadable set if a field is omitted because its key was destroyed */
  #opened(value: unknown, unreadable: { any: boolean }): unknown {
    if (isMark(value, SECRET)) {
      const sealed = value[SECRET] as string;
      return Secret.fromSealed(sealed, this.personalData.opener(sealed));
    }
    if (isMark(value, SEALED)) {
      const plaintext = this.personalData.opener(value[SEALED] as string)();
      unreadable.any ||= plaintext === undefined;
      return plaintext === undefined ? undefined : this.#opened(JSON.parse(plaintext), unreadable);
    }
    if (Array.isArray(value)) return value.map((item) => this.#opened(item, unreadable));
    if (typeof value === 'object' && value !== null) {
      const copy: Record<string, unknown> = {};
      for (const key in value) {
        const opened = this.#opened(value[key as never], unreadable);
        if (opened !== undefined) copy[key] = opened;
      }
      return copy;
    }
    return value;
  }
}

/** Whether an event has anything to encrypt. One that has nothing can be stored even if the key has been destroyed. */
function hasToSeal({ fields }: Pick<PersonalFields<never>, 'fields'>, data: JsonObject): boolean {
  const isPlain = (value: unknown): boolean =>
    value !== undefined && value !== null && !(value instanceof Secret);
  return fields.some((field) => isPlain(data[field])) || hasSecret(data);
}

/** Whether a value contains a secret that was not read from the log. */
function hasSecret(value: unknown): boolean {
  if (value instanceof Secret) return value.sealed === undefined;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasSecret);
}

/** Whether a stored event may contain ciphertext. Where an older version kept its subject is unknown, so it may. */
function maySeal(entry: RegisteredEvent | undefined, event: StoredEvent | undefined): boolean {
  const { personal, version } = entry?.definition ?? {};
  if (!personal || !event) return false;
  return entry?.version !== version || personal.subject(event.data) !== undefined;
}

function isMark(value: unknown, mark: string): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && mark in value;
}

/** Every sealed text in stored data, added to `found`. */
export function sealedTexts(data: unknown, found: string[] = []): readonly string[] {
  if (typeof data !== 'object' || data === null) return found;
  for (const [key, item] of Object.entries(data)) {
    if (typeof item !== 'string') sealedTexts(item, found);
    else if (key === SEALED || key === SECRET) found.push(item);
  }
  return found;
}
