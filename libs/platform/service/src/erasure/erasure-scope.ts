import { type Decider, type DomainEvent } from '#libs/platform/kernel';
import { defineEvents } from '#libs/platform/event-store';

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
export interface ListStreams {
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
