import { type ServerWritableStream, status } from '@grpc/grpc-js';
import streams, {
  type ReadReq,
  type ReadResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import { once } from 'node:events';
import type { EventStore, StoredEvent } from '#libs/platform/event-store';
import {
  caughtUpResponse,
  checkpointResponse,
  confirmationResponse,
  eventResponse,
  notFoundResponse,
  streamName,
} from './eventstoredb-fixture-messages.js';

type Call = ServerWritableStream<ReadReq, ReadResp>;

/** How long a message may stay unread, in milliseconds. The server has five seconds, and some more for many bytes. */
const UNREAD_MS = 2_500;

/** A message has stayed unread for too long. */
export class UnreadError extends Error {}

/** Writes a message when the client has room for it. */
async function send(call: Call, message: ReadResp, signal: AbortSignal): Promise<void> {
  if (call.write(message)) return;
  const unread = AbortSignal.timeout(UNREAD_MS);
  await once(call, 'drain', { signal: AbortSignal.any([signal, unread]) }).catch(
    (error: unknown) => {
      throw unread.aborted && !signal.aborted ? new UnreadError() : error;
    },
  );
}

/** An event of the server itself, as a real log is full of them: one stands before each event. */
function systemEventBefore({ position }: StoredEvent): StoredEvent {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    stream: '$stats-fixture',
    type: '$statsCollected',
    revision: 0,
    position: position - 1n,
    data: {},
    metadata: {},
  };
}

async function readStream(
  store: EventStore,
  options: ReadReq.Options,
  call: Call,
  signal: AbortSignal,
): Promise<void> {
  const source = options.getStream();
  const stream = streamName(source?.getStreamIdentifier());
  const backwards = options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;
  let exists = false;
  for await (const event of store.readStream(stream, {
    direction: backwards ? 'backwards' : 'forwards',
    max: Number(options.getCount()),
    ...(source?.hasRevision() === true && { from: Number(source.getRevision()) }),
  })) {
    exists = true;
    await send(call, eventResponse(event), signal);
  }
  if (exists) return;
  for await (const _ of store.readStream(stream, { max: 1 })) return;
  await send(call, notFoundResponse(stream), signal);
}

/** Refuses a position at which no record of the log begins, in the words that reads and subscriptions have for it. */
async function checkPosition(
  store: EventStore,
  position: bigint | undefined,
  refusal: { readonly code: number; readonly details: string },
): Promise<void> {
  if (position === undefined || position === 0n) return;
  for await (const event of store.readAll({ after: position - 1n, max: 1 })) {
    if (event.position !== position && systemEventBefore(event).position !== position) {
      throw Object.assign(new Error(refusal.details), refusal);
    }
  }
}

/** `$all`: the position is inclusive forwards and exclusive backwards. */
async function readAll(
  store: EventStore,
  options: ReadReq.Options,
  call: Call,
  signal: AbortSignal,
): Promise<void> {
  const position = options.getAll()?.getPosition()?.getCommitPosition();
  const backwards = options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;
  const given = position === undefined ? undefined : BigInt(position);
  await checkPosition(store, given, {
    code: status.UNKNOWN,
    details: 'Unexpected ReadAllResult: InvalidPosition',
  });
  let left = BigInt(options.getCount());
  for await (const event of store.readAll(
    backwards
      ? { direction: 'backwards', ...(given !== undefined && { before: given }) }
      : { ...(given !== undefined && { after: given - 1n }) },
  )) {
    const pair = [systemEventBefore(event), event];
    for (const each of backwards ? pair.reverse() : pair) {
      if (left-- <= 0n) return;
      await send(call, eventResponse(each), signal);
    }
  }
}

/** The server's own filter: one expression on stream or type, a regular expression or prefixes. */
function serverFilter(options: ReadReq.Options): (event: StoredEvent) => boolean {
  const filter = options.getFilter();
  const expression = filter?.getStreamIdentifier() ?? filter?.getEventType();
  if (!filter || !expression) return () => true;
  const regex = expression.getRegex() === '' ? undefined : new RegExp(expression.getRegex());
  return (event) => {
    const text = filter.hasStreamIdentifier() ? event.stream : event.type;
    return (
      regex?.test(text) ?? expression.getPrefixList().some((prefix) => text.startsWith(prefix))
    );
  };
}

/** A subscription to `$all`. As on the server, a checkpoint comes only every so many events looked at. */
async function subscribe(
  store: EventStore,
  options: ReadReq.Options,
  call: Call,
  signal: AbortSignal,
): Promise<void> {
  const position = options.getAll()?.getPosition()?.getCommitPosition();
  const matches = serverFilter(options);
  const filter = options.getFilter();
  const window = (filter?.getMax() ?? 1) * (filter?.getCheckpointintervalmultiplier() ?? 1);
  let considered = 0;
  await send(call, confirmationResponse(), signal);
  await checkPosition(store, position === undefined ? undefined : BigInt(position), {
    code: status.INVALID_ARGUMENT,
    details: 'Trying to read from an invalid position.',
  });
  for await (const message of store.subscribeToAll({
    signal,
    ...(position !== undefined && { after: BigInt(position) }),
  })) {
    if (message.kind === 'caught-up') await send(call, caughtUpResponse(), signal);
    if (message.kind !== 'event') continue;
    for (const event of [systemEventBefore(message.event), message.event]) {
      if (matches(event)) await send(call, eventResponse(event), signal);
      considered += 1;
      if (filter && considered % window === 0) {
        await send(call, checkpointResponse(event.position), signal);
      }
    }
  }
}

/** Streams.Read in all its forms, over an {@link EventStore}. */
export async function read(store: EventStore, call: Call): Promise<void> {
  const options = call.request.getOptions();
  if (!options) throw new Error('a read has options');
  const abort = new AbortController();
  const { signal } = abort;
  for (const end of ['cancelled', 'close', 'error']) call.on(end, () => abort.abort());
  if (options.hasStream()) await readStream(store, options, call, signal);
  else if (options.hasSubscription()) await subscribe(store, options, call, signal);
  else await readAll(store, options, call, signal);
}
