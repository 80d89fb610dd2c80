import { convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import services from '@eventstore/db-client/generated/streams_grpc_pb.js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import type { EventFilter, JsonObject, StoredEvent } from '../event-store.js';
import type { LogRecord } from '../follower/recent-records.js';
import { asItIs, callLeader, knownPosition } from './eventstoredb-calls.js';
import { WireMessage } from './eventstoredb-wire.js';

const { ReadReq } = messages;
const { path, requestSerialize } = services.StreamsService.read;
type Options = messages.ReadReq.Options;

/** Stands for a position that the server does not report. */
const NO_POSITION = -1n;
/** Approximate memory of an event besides its data and metadata. */
const EVENT_BYTES = 500;

/** A `RecordedEvent` from the server, decoded on demand. */
export class ServerRecord implements LogRecord {
  readonly type: string;
  readonly stream: string;
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

/** Parses JSON. Other applications may store anything in the same log: what is not JSON stays text. */
function json(content = ''): JsonObject {
  if (content === '') return {};
  try {
    return JSON.parse(content) as JsonObject;
  } catch {
    return { text: content };
  }
}

interface ReadOptions<From = unknown> {
  readonly backwards?: boolean;
  readonly count: number;
  readonly from?: From | undefined;
  readonly onData: () => void;
}

const empty = (): shared.Empty => new shared.Empty();

function optionsOf({ backwards = false, count }: ReadOptions): Options {
  const { BACKWARDS, FORWARDS } = ReadReq.Options.ReadDirection;
  return new ReadReq.Options()
    .setReadDirection(backwards ? BACKWARDS : FORWARDS)
    .setCount(String(count))
    .setUuidOption(new ReadReq.Options.UUIDOption().setString(empty()))
    .setNoFilter(empty());
}

/** Reads a stream from a revision (inclusive); default: its start, or backwards its end. */
export function readServerStream(
  client: EventStoreDBClient,
  stream: string,
  options: ReadOptions<number>,
): Promise<ServerRecord[]> {
  const { from, backwards } = options;
  const source = new ReadReq.Options.StreamOptions().setStreamIdentifier(
    new shared.StreamIdentifier().setStreamName(Buffer.from(stream)),
  );
  if (from !== undefined) source.setRevision(String(from));
  else if (backwards === true) source.setEnd(empty());
  else source.setStart(empty());
  return read(client, optionsOf(options).setStream(source), options.onData);
}

/**
 * Reads the whole log from a position, inclusive forwards and exclusive backwards; default: its start, or backwards its end. The server
 * applies as much of the filter as it can.
 */
export function readServerLog(
  client: EventStoreDBClient,
  options: ReadOptions<bigint> & { readonly filter?: EventFilter | undefined },
): Promise<ServerRecord[]> {
  const { from, backwards } = options;
  const source = new ReadReq.Options.AllOptions();
  if (from !== undefined) {
    // Without explicit transactions (a legacy feature), the prepare position equals the commit position.
    const position = new ReadReq.Options.Position()
      .setCommitPosition(String(from))
      .setPreparePosition(String(from));
    source.setPosition(position);
  } else if (backwards === true) source.setEnd(empty());
  else source.setStart(empty());
  const request = optionsOf(options).setAll(source);
  const filter = serverFilter(options.filter);
  if (filter) request.setFilter(filter);
  return read(client, request, options.onData);
}

async function read(
  client: EventStoreDBClient,
  options: Options,
  onData: () => void,
): Promise<ServerRecord[]> {
  const request = new ReadReq().setOptions(options);
  const responses = await callLeader(client, 'read', (service, ...rest) =>
    service.makeServerStreamRequest(path, requestSerialize, asItIs, request, ...rest),
  );
  return new Promise((resolve, reject) => {
    const records: ServerRecord[] = [];
    responses.on('data', (response: Buffer) => {
      onData();
      const recorded = WireMessage.of(response).message(1)?.message(1);
      if (recorded) records.push(new ServerRecord(recorded));
    });
    responses.on('end', () => {
      if (records.every(({ position }) => position !== NO_POSITION)) resolve(records);
      else reject(new Error('the server reports no positions: version 23.10 or newer is required'));
    });
    responses.on('error', (error: Error) => reject(convertToCommandError(error)));
  });
}

/** The part of a filter that the server can apply: only one kind of prefix. Results must still be checked against the whole filter. */
function serverFilter({ streamPrefixes = [], typePrefixes = [] }: EventFilter = {}) {
  // The server rejects an empty list, and an empty prefix matches everything.
  const isUsable = (prefixes: readonly string[]): boolean =>
    prefixes.length > 0 && prefixes.every((prefix) => prefix !== '');
  const { Expression } = ReadReq.Options.FilterOptions;
  const filter = new ReadReq.Options.FilterOptions()
    .setCount(empty())
    .setCheckpointintervalmultiplier(1);
  if (isUsable(typePrefixes)) {
    return filter.setEventType(new Expression().setPrefixList([...typePrefixes]));
  }
  if (!isUsable(streamPrefixes)) return undefined;
  return filter.setStreamIdentifier(new Expression().setPrefixList([...streamPrefixes]));
}
