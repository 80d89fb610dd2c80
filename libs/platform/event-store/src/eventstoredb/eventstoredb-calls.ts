import type { Readable } from 'node:stream';
import type { EventStoreDBClient } from '@eventstore/db-client';
import services, {
  type StreamsClient as Streams,
} from '@eventstore/db-client/generated/streams_grpc_pb.js';

const { StreamsClient } = services;

/** The server sends the largest 64-bit number for an unknown position. */
const NO_POSITION = 2 ** 63;

/** Converts a position from the server; undefined if it is unknown. */
export function knownPosition(position: number | undefined): bigint | undefined {
  return position !== undefined && position < NO_POSITION ? BigInt(position) : undefined;
}

/** Passes raw message bytes through. */
export const asItIs = (bytes: Buffer): Buffer => bytes;

/** The client's internals that calls need: its channel, credentials and headers. */
interface Internals {
  GRPCStreamCreator<T extends Readable>(
    type: typeof StreamsClient,
    name: string,
    open: (streams: Streams) => T,
  ): () => Promise<T>;
  callArguments(base: object, call: object): CallArguments;
}

type CallArguments =
  Parameters<Streams['read']> extends [unknown, ...infer Rest] ? Required<Rest> : never;

/**
 * Opens a call that only the leader may serve: other nodes may lack acknowledged events. Connecting to the leader is not enough, as it
 * may lose leadership, and without a leader the client picks any node. Uses private members of the client, so its version is pinned.
 */
export function callLeader<T extends Readable>(
  client: EventStoreDBClient,
  name: string,
  open: (service: Streams, ...rest: CallArguments) => T,
): Promise<T> {
  const internals = client as unknown as Internals;
  const call = internals.GRPCStreamCreator(StreamsClient, name, (service) =>
    open(service, ...internals.callArguments({ requiresLeader: true }, { deadline: Infinity })),
  );
  return call();
}
