import {
  type Decider,
  type DomainEvent,
  notFound,
  omit,
  type Timestamp,
  keysOfSubject,
} from '#libs/platform/kernel';
import { defineEvents, type EventData, type EventRegistry } from '#libs/platform/event-store';
import type { Document, Projection, ReadModels } from '#libs/platform/read-models';

interface OfPerson {
  readonly loginId: string;
  /** Name of the key, such as `person:jdoe`. */
  readonly keyId: string;
}

/**
 * The personal data of a person must never be readable again. Every process, and every restore, reacts to this event: keys are destroyed,
 * documents are refolded and caches are cleared.
 */
export type PersonErased = DomainEvent<
  'erasure.PersonErased',
  OfPerson & {
    /** SHA-256 (hexadecimal) unique to this key; null if the person had none. */
    readonly keyFingerprint: string | null;
    /** Position up to which {@link StreamsListed} covers the streams with data of the person, decimal. */
    readonly scannedTo: string;
    /** Those streams, in events older than the stream of {@link StreamsListed}. */
    readonly streams?: readonly string[];
    /** End of the retention hold. */
    readonly heldUntil: Timestamp;
    /** Why, or on what legal basis, in the words of who erased. */
    readonly reason?: string;
  }
>;

/** The key has been destroyed and no document contains the data any more. */
type ErasureCertified = DomainEvent<
  'erasure.ErasureCertified',
  OfPerson & {
    readonly keyFingerprint: string | null;
    /** Id of {@link PersonErased}. */
    readonly erasureId: string;
    /** Hash of that event as stored in the next event of its stream; ties the certificate to the hash chain. */
    readonly erasureHash: string;
    /** Position that every read model had passed when it was certified, decimal. */
    readonly readModelsAt: string;
  }
>;

export type ErasureEvent = PersonErased | ErasureCertified;

const ofMember = ({ loginId }: EventData): readonly string[] => [`member:${String(loginId)}`];

/** Definitions of the events in stream `erasure-list`. */
export const erasureEvents = defineEvents<ErasureEvent>({
  'erasure.PersonErased': {
    history: {
      title: 'Personal data erased',
      subjects: ofMember,
      fields: ({ keyId, keyFingerprint, reason }) => ({
        ...{ keyId, keyFingerprint },
        ...(reason !== undefined && { reason }),
      }),
    },
  },
  'erasure.ErasureCertified': {
    history: {
      title: 'Erasure certified',
      subjects: ofMember,
      fields: ({ erasureHash }) => ({ erasureHash }),
    },
  },
});

/** An entry in the list of erasures. */
export interface Erasure extends OfPerson {
  readonly keyFingerprint: string | null;
  readonly certified: boolean;
}

/** Adds a person to the list of erasures. */
export type ErasePerson = { readonly type: 'ErasePerson' } & PersonErased['data'];
/** Certifies that nothing readable is left of a person. */
export type CertifyErasure = { readonly type: 'CertifyErasure' } & ErasureCertified['data'];

/** Id of the only stream, so that a start finds all erasures without scanning the log. */
export const ERASURE_LIST = 'list';

/** Linked list, newest first: adding an entry takes constant time. The first entry found for a person is the current one. */
export type ErasureList = { readonly newest: Erasure; readonly before: ErasureList } | undefined;

/** Converts a list to a map by login id, oldest first. */
export function erasuresByLogin(list: ErasureList): ReadonlyMap<string, Erasure> {
  const found: Erasure[] = [];
  for (let rest = list; rest; rest = rest.before) found.push(rest.newest);
  return new Map(found.reverse().map((erasure) => [erasure.loginId, erasure]));
}

function erasureOf(list: ErasureList, loginId: string): Erasure | undefined {
  for (let rest = list; rest; rest = rest.before) {
    if (rest.newest.loginId === loginId) return rest.newest;
  }
  return undefined;
}

/** The list of erased persons: stream `erasure-list`. */
export const erasureDecider: Decider<ErasureList, ErasePerson | CertifyErasure, ErasureEvent> = {
  category: 'erasure',
  initial: undefined,
  decide(command, list) {
    const known = erasureOf(list, command.loginId);
    if (command.type === 'ErasePerson') {
      return known ? [] : [{ type: 'erasure.PersonErased', data: omit(command, 'type') }];
    }
    if (!known) return notFound();
    if (known.certified) return [];
    return [{ type: 'erasure.ErasureCertified', data: omit(command, 'type') }];
  },
  evolve(list, { type, data }) {
    const { loginId, keyId, keyFingerprint } = data;
    const certified = type === 'erasure.ErasureCertified';
    return { newest: { loginId, keyId, keyFingerprint, certified }, before: list };
  },
};

/** Lists streams with data of a person who is about to be erased. */
export type StreamsListed = DomainEvent<
  'erasureScope.StreamsListed',
  { readonly loginId: string; readonly streams: readonly string[] }
>;

/** Definitions of the events in stream `erasureScope-{loginId}`. */
export const erasureScopeEvents = defineEvents<StreamsListed>({
  // no subjects: an erasure that was not carried out must not extend the retention hold
  'erasureScope.StreamsListed': { history: { title: 'Streams with personal data listed' } },
});

/** Maximum number of streams per command: their names fit easily into one event. */
export const MAX_STREAMS = 2_000;

/** At most {@link MAX_STREAMS} streams. */
interface ListStreams {
  readonly loginId: string;
  readonly streams: readonly string[];
}

/** The scope of an erasure, by login id: stream `erasureScope-{loginId}`. Streams already listed are skipped. */
export const erasureScopeDecider: Decider<readonly string[], ListStreams, StreamsListed> = {
  category: 'erasureScope',
  initial: [],
  shortLived: true,
  decide({ loginId, streams }, listed) {
    const known = new Set(listed);
    const more = streams.filter((stream) => !known.has(stream));
    return more.length === 0
      ? []
      : [{ type: 'erasureScope.StreamsListed', data: { loginId, streams: more } }];
  },
  evolve: (listed, { data }) => [...listed, ...data.streams],
};

/** A stream with data sealed under a key. */
interface SealedStream extends Document {
  /** Such as `person:jdoe`. */
  readonly keyId: string;
  readonly stream: string;
}

const NAME = 'erasure.sealedStream';
const model = { name: NAME, fold: (document: SealedStream | undefined) => document };
const BY_KEY = 'key';

/** Read model `erasure.sealedStream`: one document per key and stream with data sealed under it. Tells an erasure where to look. */
export function sealedStreamsOver(registry: EventRegistry): Projection<SealedStream> {
  const personal = registry.all().filter(({ definition }) => definition.personal);
  const subjects = new Map(
    personal.map(({ type, definition }) => [type, definition.personal?.subject]),
  );
  const keysOf = ({ type, data }: DomainEvent): readonly string[] => {
    const subject = subjects.get(type)?.(data);
    return subject === undefined ? [] : keysOfSubject(subject);
  };
  return {
    name: NAME,
    version: 1,
    indexes: [{ name: BY_KEY, fields: ['keyId', 'stream'] }],
    events: personal.map(({ type }) => type),
    impersonal: true,
    documents: (event) => keysOf(event).map((keyId) => `${keyId} ${event.stream}`),
    fold: (known, { stream }, id) => known ?? { keyId: id.slice(0, -stream.length - 1), stream },
  };
}

/** Yields the streams with data sealed under a key, as of position `atLeast` or later. */
export async function* sealedStreams(
  readModels: ReadModels,
  keyId: string,
  atLeast: bigint,
): AsyncGenerator<string, void, undefined> {
  const selection = { index: BY_KEY, equals: [keyId] };
  for await (const { stream } of readModels.of(model).each(selection, atLeast)) yield stream;
}
