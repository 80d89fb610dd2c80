import { type Decider, type DomainEvent, notFound, omit } from '#libs/platform/kernel';
import { defineEvents, ofMember } from '#libs/platform/event-store';

interface OfPerson {
  /** Login id of the person. */
  readonly loginId: string;
  /** Name of the key, such as `person:jdoe`. */
  readonly keyId: string;
}

/**
 * The personal data of a person must never be readable again. What follows (destroying the key, folding documents anew,
 * forgetting what is in memory) follows from this event, in every process and after every restore.
 */
export type PersonErased = DomainEvent<
  'erasure.PersonErased',
  OfPerson & {
    /** SHA-256 (hexadecimal) that only this key has; null when the person had none. */
    readonly keyFingerprint: string | null;
    /** Position up to which the streams with data of the person are in {@link StreamsListed}, in decimal digits. */
    readonly scannedTo: string;
    /** Those streams, in events from before they had a stream of their own. */
    readonly streams?: readonly string[];
    /** End of the retention hold, ISO-8601 UTC. */
    readonly heldUntil: string;
  }
>;

/** The key has been destroyed and no document holds the data any more. */
type ErasureCertified = DomainEvent<
  'erasure.ErasureCertified',
  OfPerson & {
    readonly keyFingerprint: string | null;
    /** Id of {@link PersonErased}. */
    readonly erasureId: string;
    /** Hash of that event as the next one of its stream carries it: ties the certificate to the hash chain. */
    readonly erasureHash: string;
    /** Position that every read model had passed when it was certified, in decimal digits. */
    readonly readModelsAt: string;
  }
>;

/** What stands in the list of erasures. */
export type ErasureEvent = PersonErased | ErasureCertified;

/** How the events of stream `erasure-list` are stored. */
export const erasureEvents = defineEvents<ErasureEvent>({
  'erasure.PersonErased': {
    history: {
      title: 'Personal data erased',
      subjects: ofMember,
      fields: ({ keyId, keyFingerprint }) => ({ keyId, keyFingerprint }),
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

/** One erasure as the list has it. */
export interface Erasure extends OfPerson {
  readonly keyFingerprint: string | null;
  readonly certified: boolean;
}

/** Enters a person in the list of erasures. */
export type ErasePerson = { readonly type: 'ErasePerson' } & PersonErased['data'];
/** Says that nothing readable is left of a person. */
export type CertifyErasure = { readonly type: 'CertifyErasure' } & ErasureCertified['data'];

/** Id of the only stream: who has been erased has to be known at each start without looking through the log. */
export const ERASURE_LIST = 'list';

/** Newest first, so that another one costs the same however many there are; the first entry of a person counts. */
export type ErasureList = { readonly newest: Erasure; readonly before: ErasureList } | undefined;

/** A list by login id, oldest first. */
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

/** Who has been erased: stream `erasure-list`. */
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

/** Streams with data of a person who is about to be erased. */
export type StreamsListed = DomainEvent<
  'erasureScope.StreamsListed',
  { readonly loginId: string; readonly streams: readonly string[] }
>;

/** How the events of stream `erasureScope-{loginId}` are stored. */
export const erasureScopeEvents = defineEvents<StreamsListed>({
  // nobody's: an erasure that was not carried out must not prolong the hold
  'erasureScope.StreamsListed': { history: { title: 'Streams with personal data listed' } },
});

/** Streams that one command may name: their names fit into one event with room to spare. */
export const MOST_STREAMS = 2_000;

/** At most {@link MOST_STREAMS} streams. */
interface ListStreams {
  readonly loginId: string;
  readonly streams: readonly string[];
}

/** What an erasure is to reach, by login id: stream `erasureScope-{loginId}`. Streams that are listed already are left out. */
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
