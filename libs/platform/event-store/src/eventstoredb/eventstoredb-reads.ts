import { convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import services from '@eventstore/db-client/generated/streams_grpc_pb.js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import type { EventFilter, JsonObject, StoredEvent } from '../event-store.js';
import type { LogRecord } from '../follower/recent-records.js';
import { asItIs, callsOf, knownPosition, OF_LEADER, StreamsClient } from './eventstoredb-calls.js';
import { WireMessage } from './eventstoredb-wire.js';

const { ReadReq } = messages;
const { path, requestSerialize } = services.StreamsService.read;
type Options = messages.ReadReq.Options;

/** Of an event whose position the server does not give. */
const NO_POSITION = -1n;
/** About what an event takes in memory beside its data and metadata. */
const EVENT_BYTES = 500;

/** An event as the server sent it, a `RecordedEvent`. */
export class ServerRecord implements LogRecord {
  readonly type: string;
  readonly stream: string;
  /** Number in its stream. */
  readonly revision: number;
  readonly position: bigint;
  readonly bytes: number;
  readonly #recorded: WireMessage;
  #event: StoredEvent | undefined;

  constructor(recorded: WireMessage) {
    this.#recorded = recorded;
    this.type = propertyOf(recorded, 'type') ?? '';
    this.stream = recorded.message(2)?.text(3) ?? '';
    this.revision = recorded.number(3) ?? 0;
    this.position = knownPosition(recorded.number(5) ?? 0) ?? NO_POSITION;
    this.bytes = recorded.length + EVENT_BYTES;
  }

  get event(): StoredEvent {
    this.#event ??= {
      id: this.#recorded.message(1)?.text(2) ?? '',
      type: this.type,
      data: json(this.#recorded.text(8)),
      metadata: json(this.#recorded.text(7)),
      stream: this.stream,
      revision: this.revision,
      position: this.position,
    };
    return this.#event;
  }
}

function propertyOf(recorded: WireMessage, name: string): string | undefined {
  for (const property of recorded.messages(6)) {
    if (property.text(1) === name) return property.text(2);
  }
  return undefined;
}

/** Events of others in the same log may be anything: what is no JSON stays text. */
function json(content = ''): JsonObject {
  if (content === '') return {};
  try {
    return JSON.parse(content) as JsonObject;
  } catch {
    return { text: content };
  }
}

/** What is read, from where, and how much of it. */
interface ReadOptions {
  readonly backwards?: boolean;
  readonly count: number;
  /** Called whenever something of the answer has come. */
  readonly heard: () => void;
}

const empty = (): shared.Empty => new shared.Empty();

function optionsOf({ backwards = false, count }: Omit<ReadOptions, 'heard'>): Options {
  const { BACKWARDS, FORWARDS } = ReadReq.Options.ReadDirection;
  return new ReadReq.Options()
    .setReadDirection(backwards ? BACKWARDS : FORWARDS)
    .setCount(String(count))
    .setUuidOption(new ReadReq.Options.UUIDOption().setString(empty()))
    .setNoFilter(empty());
}

/** Reads events of one stream from a revision on (inclusive); from its start, or its end backwards, without one. */
export function readServerStream(
  client: EventStoreDBClient,
  stream: string,
  { from, ...options }: ReadOptions & { readonly from?: number | undefined },
): Promise<ServerRecord[]> {
  const source = new ReadReq.Options.StreamOptions().setStreamIdentifier(
    new shared.StreamIdentifier().setStreamName(Buffer.from(stream)),
  );
  if (from !== undefined) source.setRevision(String(from));
  else if (options.backwards === true) source.setEnd(empty());
  else source.setStart(empty());
  return read(client, optionsOf(options).setStream(source), options.heard);
}

/**
 * Reads events of the whole log from a position on: inclusive forwards, exclusive backwards; from its start, or its end backwards,
 * without one. The server leaves out what a filter does not let through, as far as it can apply it.
 */
export function readServerLog(
  client: EventStoreDBClient,
  {
    from,
    filter,
    ...options
  }: ReadOptions & {
    readonly from?: bigint | undefined;
    readonly filter?: EventFilter | undefined;
  },
): Promise<ServerRecord[]> {
  const source = new ReadReq.Options.AllOptions();
  if (from !== undefined) {
    // Without the explicit transactions of old the prepare position is that of the commit.
    const position = new ReadReq.Options.Position()
      .setCommitPosition(String(from))
      .setPreparePosition(String(from));
    source.setPosition(position);
  } else if (options.backwards === true) source.setEnd(empty());
  else source.setStart(empty());
  const request = optionsOf(options).setAll(source);
  const { types, streams } = usablePrefixes(filter);
  if (types || streams) {
    const prefixes = new ReadReq.Options.FilterOptions.Expression();
    const selection = new ReadReq.Options.FilterOptions()
      .setCount(empty())
      .setCheckpointintervalmultiplier(1);
    if (types) selection.setEventType(prefixes.setPrefixList(types));
    else if (streams) selection.setStreamIdentifier(prefixes.setPrefixList(streams));
    request.setFilter(selection);
  }
  return read(client, request, options.heard);
}

async function read(
  client: EventStoreDBClient,
  options: Options,
  heard: () => void,
): Promise<ServerRecord[]> {
  const calls = callsOf(client);
  const request = new ReadReq().setOptions(options);
  const open = calls.GRPCStreamCreator(StreamsClient, 'read', (streams) =>
    streams.makeServerStreamRequest(
      path,
      requestSerialize,
      asItIs,
      request,
      ...calls.callArguments(OF_LEADER, { deadline: Infinity }),
    ),
  );
  const responses = await open();
  return new Promise((resolve, reject) => {
    const records: ServerRecord[] = [];
    responses.on('data', (response: Buffer) => {
      heard();
      const recorded = WireMessage.of(response).message(1)?.message(1);
      if (recorded) records.push(new ServerRecord(recorded));
    });
    responses.on('end', () => {
      if (records.every(({ position }) => position !== NO_POSITION)) resolve(records);
      else reject(new Error('the server gives no positions: 23.10 or newer is needed'));
    });
    responses.on('error', (error: Error) => reject(convertToCommandError(error)));
  });
}

/**
 * The part of a filter that the server can apply: it knows one kind of prefix at a time. What comes must still be tested
 * with the whole filter.
 */
function usablePrefixes(filter: EventFilter | undefined): {
  readonly types?: string[];
  readonly streams?: string[];
} {
  const { streamPrefixes = [], typePrefixes = [] } = filter ?? {};
  // The server takes no empty list, and lets everything through an empty prefix.
  const isUsable = (prefixes: readonly string[]): boolean =>
    prefixes.length > 0 && prefixes.every((prefix) => prefix !== '');
  if (isUsable(typePrefixes)) return { types: [...typePrefixes] };
  return isUsable(streamPrefixes) ? { streams: [...streamPrefixes] } : {};
}
