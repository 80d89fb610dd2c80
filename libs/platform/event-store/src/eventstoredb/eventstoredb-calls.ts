import type { Readable } from 'node:stream';
import type { EventStoreDBClient } from '@eventstore/db-client';
import services, {
  type StreamsClient as Streams,
} from '@eventstore/db-client/generated/streams_grpc_pb.js';

export const { StreamsClient } = services;

/**
 * Every call goes to the leader: other nodes may lack what was acknowledged. That the client connects to it does not keep it one,
 * and while there is none the client takes any.
 */
export const OF_LEADER = { requiresLeader: true } as const;

/** What the server sends where it knows no position: the largest number of 64 bits. */
const NO_POSITION = 2 ** 63;

/** A position as the server writes it; undefined where it knows none. */
export function knownPosition(position: number | undefined): bigint | undefined {
  return position !== undefined && position < NO_POSITION ? BigInt(position) : undefined;
}

/** Messages go as the bytes that they are. */
export const asItIs = (bytes: Buffer): Buffer => bytes;

/** What of the client calls are made of: its channel, which it finds and replaces, its credentials and its headers. */
interface Calls {
  GRPCStreamCreator<T extends Readable>(
    type: typeof StreamsClient,
    name: string,
    open: (streams: Streams) => T,
  ): () => Promise<T>;
  callArguments(
    base: object,
    call: object,
  ): Parameters<Streams['read']> extends [unknown, ...infer Rest] ? Required<Rest> : never;
}

/** How calls of our own are made over a client: it keeps these methods to itself, so its version is pinned. */
export function callsOf(client: EventStoreDBClient): Calls {
  return client as unknown as Calls;
}
