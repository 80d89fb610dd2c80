import { convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import type { EventFilter, JsonObject, StoredEvent } from '../event-store.js';
import type { LogRecord } from '../follower/recent-records.js';
import { callsOf, knownPosition, OF_LEADER, StreamsClient } from './eventstoredb-calls.js';

const { ReadReq } = messages;
type Options = messages.ReadReq.Options;
type Response = messages.ReadResp;
type RecordedEvent = messages.ReadResp.ReadEvent.RecordedEvent;

/** Of an event whose position the server does not give. */
const NO_POSITION = -1n;
/** About what an event takes in memory beside its data and metadata. */
const EVENT_BYTES = 500;

/** An event as the server sent it. */
export class ServerRecord implements LogRecord {
  readonly type: string;
  readonly stream: string;
  readonly position: bigint;
  readonly bytes: number;
  readonly #recorded: RecordedEvent;
  #event: StoredEvent | undefined;

  constructor(recorded: RecordedEvent) {
    this.#recorded = recorded;
    this.type = recorded.getMetadataMap().get('type') ?? '';
    this.stream = text(recorded.getStreamIdentifier()?.getStreamName_asU8());
    this.position = knownPosition(recorded.getCommitPosition()) ?? NO_POSITION;
    this.bytes =
      recorded.getData_asU8().length + recorded.getCustomMetadata_asU8().length + EVENT_BYTES;
  }

  /** Number in its stream. */
  get revision(): number {
    return Number(this.#recorded.getStreamRevision());
  }

  get event(): StoredEvent {
    this.#event ??= {
      id: this.#recorded.getId()?.getString() ?? '',
      type: this.type,
      data: json(this.#recorded.getData_asU8()),
      metadata: json(this.#recorded.getCustomMetadata_asU8()),
      stream: this.stream,
      revision: this.revision,
      position: this.position,
    };
    return this.#event;
  }
}

function text(bytes: Uint8Array | undefined): string {
  if (bytes === undefined) return '';
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

/** Events of others in the same log may be anything: what is no JSON stays text. */
function json(bytes: Uint8Array): JsonObject {
  if (bytes.length === 0) return {};
  const content = text(bytes);
  try {
    return JSON.parse(content) as JsonObject;
  } catch {
    return { text: content };
  }
}

/** What is read, from where, and how much of it. */
export interface ReadOptions {
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
    streams.read(request, ...calls.callArguments(OF_LEADER, { deadline: Infinity })),
  );
  const responses = await open();
  return new Promise((resolve, reject) => {
    const records: ServerRecord[] = [];
    responses.on('data', (response: Response) => {
      heard();
      const recorded = response.getEvent()?.getEvent();
      if (!recorded) return;
      records.push(new ServerRecord(recorded));
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
