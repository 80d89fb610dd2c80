import { type ServerWritableStream, status } from '@grpc/grpc-js';
import streams, {
  type ReadReq,
  type ReadResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import { once } from 'node:events';
import type { StoredEvent } from '#libs/platform/event-store';
import type { ServerLog } from './eventstoredb-fixture-log.js';
import { eventResponse, notFoundResponse, streamName } from './eventstoredb-fixture-messages.js';
import { refusal, subscribe } from './eventstoredb-fixture-subscription.js';

type Call = ServerWritableStream<ReadReq, ReadResp>;

/** Server versions that respond differently. */
export type ServerVersion = '23.10.8' | '24.2.0';

/** Messages buffered for the connection; a real server buffers about 64 KiB. */
const UNSENT = 128;
/** Milliseconds a message may stay unread. A real server allows five seconds, more for many bytes. */
const UNREAD_MS = 2_500;

/** A message stayed unread for too long. */
export class UnreadError extends Error {}

/** Writes a message once the client has room for it. */
async function send(call: Call, message: ReadResp, signal: AbortSignal): Promise<void> {
  if (call.write(message) || call.writableLength < UNSENT) return;
  const unread = AbortSignal.timeout(UNREAD_MS);
  await once(call, 'drain', { signal: AbortSignal.any([signal, unread]) }).catch(
    (error: unknown) => {
      throw unread.aborted && !signal.aborted ? new UnreadError() : error;
    },
  );
}

const isBackwards = (options: ReadReq.Options): boolean =>
  options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;

async function* readStream(
  { store }: ServerLog,
  options: ReadReq.Options,
): AsyncGenerator<ReadResp, void, undefined> {
  const source = options.getStream();
  const stream = streamName(source?.getStreamIdentifier());
  let exists = false;
  for await (const event of store.readStream(stream, {
    direction: isBackwards(options) ? 'backwards' : 'forwards',
    max: Number(options.getCount()),
    ...(source?.hasRevision() === true && { from: Number(source.getRevision()) }),
  })) {
    exists = true;
    yield eventResponse(event);
  }
  if (exists) return;
  for await (const _ of store.readStream(stream, { max: 1 })) return;
  yield notFoundResponse(stream);
}

/** Reads `$all`: the position is inclusive forwards and exclusive backwards. */
async function* readAll(
  log: ServerLog,
  options: ReadReq.Options,
  version: ServerVersion,
): AsyncGenerator<ReadResp, void, undefined> {
  const from = positionOf(options);
  if (from !== undefined && !(await log.canReadFrom(from))) {
    const result = version === '23.10.8' ? 'Error' : 'InvalidPosition';
    throw refusal(status.UNKNOWN, `Unexpected ReadAllResult: ${result}`);
  }
  const matches = serverFilter(options);
  let left = BigInt(options.getCount());
  if (left === 0n) return;
  for await (const event of isBackwards(options) ? log.backwards(from) : log.forwards(from)) {
    if (!matches(event)) continue;
    yield eventResponse(event);
    if (--left === 0n) return;
  }
}

function positionOf(options: ReadReq.Options): bigint | undefined {
  const position = options.getAll()?.getPosition()?.getCommitPosition();
  return position === undefined ? undefined : BigInt(position);
}

/** The server-side filter: a regular expression or prefixes, on stream names or types. */
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

/** Implements Streams.Read in all its forms. */
export async function read(log: ServerLog, call: Call, version: ServerVersion): Promise<void> {
  const options = call.request.getOptions();
  if (!options) throw new Error('a read has options');
  const abort = new AbortController();
  const { signal } = abort;
  for (const end of ['cancelled', 'close', 'error']) call.on(end, () => abort.abort());
  const deliver = (message: ReadResp): Promise<void> => send(call, message, signal);
  if (options.hasSubscription()) {
    const filter = options.getFilter();
    const after = positionOf(options);
    const checkpointInterval = filter && filter.getMax() * filter.getCheckpointintervalmultiplier();
    const matches = serverFilter(options);
    const goesBack = version !== '23.10.8';
    await subscribe(log, { after, matches, checkpointInterval, goesBack }, deliver, signal);
    return;
  }
  const messages = options.hasStream() ? readStream(log, options) : readAll(log, options, version);
  for await (const message of messages) await deliver(message);
}
