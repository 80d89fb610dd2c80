import { NO_STREAM, type EventData } from '@eventstore/db-client';
import type { EventText } from '../append-rules.js';
import type { ExpectedRevision, NewEvent } from '../event-store.js';
import type { Connection } from './eventstoredb-connection.js';
import { knownPosition } from './eventstoredb-reads.js';

/**
 * Sent as the deadline of an append. The server compares it with its own clock, and applies its own time limit if that is shorter:
 * the connection keeps ours.
 */
const NO_DEADLINE = Number.MAX_SAFE_INTEGER;

/** Appends events, whose texts are given. Returns the position of the last one if the server reports it. */
export async function append(
  connection: Connection,
  stream: string,
  expected: ExpectedRevision,
  events: readonly NewEvent[],
  texts: readonly EventText[],
): Promise<bigint | undefined> {
  const encoded = events.map(({ id, type, data }, index): EventData => {
    // Only metadata can be given as it is stored: data would lose its content type.
    const metadata = new TextEncoder().encode(texts[index]?.metadata);
    return { id, type, contentType: 'application/json', data, metadata };
  });
  const { position } = await connection.call('appends', (client) =>
    client.appendToStream(stream, encoded, {
      expectedRevision: expected === 'no_stream' ? NO_STREAM : BigInt(expected),
      requiresLeader: true,
      deadline: NO_DEADLINE,
    }),
  );
  return knownPosition(position);
}
