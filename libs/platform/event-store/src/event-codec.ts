import {
  type CommandMetadata,
  type DomainEvent,
  type Recorded,
  recordingTime,
  Secret,
} from '#libs/platform/kernel';
import { eventHash, type HashedEvent } from '#libs/platform/proof';
import type { EventRegistry, PersonalFields, RegisteredEvent } from './event-registry.js';
import { storedName } from './event-registry.js';
import type { JsonObject, JsonValue, NewEvent, StoredEvent } from './event-store.js';
import type { PersonalData } from './personal-data.js';

/** Marks of ciphertext in stored data: a whole field, and a value that stays a {@link Secret} when it is read. */
const SEALED = '$sealed';
const SECRET = '$secret';

/** Metadata as stored: that of the command, the decider's time and the chain. */
interface StoredMetadata extends CommandMetadata {
  readonly at: string;
  /** {@link eventHash} of the event before in the stream; absent on its first. */
  readonly previousHash?: string;
}

/** What the stream must already hold for events to be encoded after it. */
export interface ChainEnd {
  readonly revision: number;
  readonly hash: string | undefined;
}

/** When an event was recorded, ISO-8601 UTC: see {@link recordingTime}. */
export function recordedAt({ metadata }: Pick<StoredEvent, 'metadata'>): string {
  const stored = metadata as unknown as StoredMetadata;
  return recordingTime({ at: stored.at, metadata: stored });
}

/** Whether an event repeats an earlier one, as what is published does: its time is that of the earlier one. */
export function isRepetition({ metadata }: Pick<StoredEvent, 'metadata'>): boolean {
  return metadata['sourcePosition'] !== undefined;
}

/** Translates between the domain's events and stored ones: names and versions, upcasts, personal data, hash chain. */
export class EventCodec {
  constructor(
    private readonly registry: EventRegistry,
    private readonly personalData: PersonalData,
  ) {}

  /**
   * Encodes the events of one append, chained to `end` and to each other. Keys of new persons are durable before it resolves.
   * The hash of the last one is made when it is asked for: many a stream never gets another event.
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

    let last: HashedEvent | undefined;
    const hash = (): string | undefined => (last ? eventHash(last) : end.hash);
    const { attempt, attemptedSince, begin, turn, ...kept } = metadata;
    const encoded = events.map((event, index): NewEvent => {
      const entry = this.registry.current(event.type);
      const previousHash = hash();
      const stored: StoredMetadata = {
        at,
        ...kept,
        ...(previousHash !== undefined && { previousHash }),
      };
      const next: NewEvent = {
        id: eventId(index),
        type: storedName(entry.type, entry.version),
        data: this.#encodeData(entry, event),
        metadata: stored as unknown as JsonObject,
      };
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
      for (const [key, item] of Object.entries(value)) {
        if (item !== undefined) copy[key] = this.#sealSecrets(subject, item);
      }
      return copy;
    }
    return value as JsonValue;
  }

  /** Decodes stored events; undefined stands for one that this build does not know. */
  async decode(events: readonly StoredEvent[]): Promise<(Recorded | undefined)[]> {
    const entries = events.map((event) => this.registry.stored(event.type));
    const sealed: string[] = [];
    for (let index = 0; index < events.length; index++) {
      if (maySeal(entries[index], events[index])) collectSealed(events[index]?.data, sealed);
    }
    if (sealed.length > 0) await this.personalData.prefetch(sealed);
    return events.map((event, index) => {
      const entry = entries[index];
      return entry && this.#decodeOne(entry, event);
    });
  }

  #decodeOne(entry: RegisteredEvent, event: StoredEvent): Recorded {
    const { type, version, definition } = entry;
    const unreadable = { any: false };
    let data = maySeal(entry, event)
      ? (this.#opened(event.data, unreadable) as JsonObject)
      : event.data;
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
      ...(unreadable.any && { erased: true as const }),
    };
  }

  /** @param unreadable told when a field is left out, as its key was destroyed */
  #opened(value: unknown, unreadable: { any: boolean }): unknown {
    if (isMark(value, SECRET)) {
      const sealed = value[SECRET] as string;
      return Secret.fromSealed(sealed, this.personalData.opener(sealed));
    }
    if (isMark(value, SEALED)) {
      const plaintext = this.personalData.open(value[SEALED] as string);
      unreadable.any ||= plaintext === undefined;
      return plaintext === undefined ? undefined : this.#opened(JSON.parse(plaintext), unreadable);
    }
    if (Array.isArray(value)) return value.map((item) => this.#opened(item, unreadable));
    if (typeof value === 'object' && value !== null) {
      const copy: Record<string, unknown> = {};
      for (const [key, item] of Object.entries(value)) {
        const opened = this.#opened(item, unreadable);
        if (opened !== undefined) copy[key] = opened;
      }
      return copy;
    }
    return value;
  }
}

/** Whether an event has something to encrypt: one without is stored also when the key has been destroyed. */
function hasToSeal({ fields }: Pick<PersonalFields<never>, 'fields'>, data: JsonObject): boolean {
  const isText = (value: unknown): boolean =>
    value !== undefined && value !== null && !(value instanceof Secret);
  return fields.some((field) => isText(data[field])) || hasSecret(data);
}

/** Whether there is a secret anywhere that was not read from the log. */
function hasSecret(value: unknown): boolean {
  if (value instanceof Secret) return value.sealed === undefined;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasSecret);
}

/** Whether something in a stored event may be sealed. What an older version had its subject in is not known any more. */
function maySeal(entry: RegisteredEvent | undefined, event: StoredEvent | undefined): boolean {
  const { personal, version } = entry?.definition ?? {};
  if (!personal || !event) return false;
  return entry?.version !== version || personal.subject(event.data) !== undefined;
}

function isMark(value: unknown, mark: string): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && mark in value;
}

/** Every sealed text in stored data. */
export function sealedTexts(data: unknown): readonly string[] {
  const found: string[] = [];
  collectSealed(data, found);
  return found;
}

function collectSealed(value: unknown, into: string[]): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    if (typeof item === 'string') {
      if (key === SEALED || key === SECRET) into.push(item);
    } else {
      collectSealed(item, into);
    }
  }
}
