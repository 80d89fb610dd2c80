import type { Readable } from 'node:stream';
import { convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client';
import { unpackToCommandError } from '@eventstore/db-client/dist/streams/appendToStream/unpackError.js';
import services from '@eventstore/db-client/generated/streams_grpc_pb.js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import type { EventText } from '../append-rules.js';
import type { ExpectedRevision } from '../event-store.js';
import { asItIs, callLeader, knownPosition } from './eventstoredb-calls.js';
import { WireMessage, WireWriter } from './eventstoredb-wire.js';

const { path } = services.StreamsService.batchAppend;

interface UnderWay {
  readonly resolve: (position: bigint | undefined) => void;
  readonly reject: (error: unknown) => void;
}

interface Append {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly EventText[];
}

/**
 * Sends appends over one gRPC stream, many at a time. The client's own `appendToStream` tracks the appends of all clients in
 * one place and forgets all of them when one client's stream breaks.
 */
class AppendStream {
  readonly #underWay = new Map<number, UnderWay>();
  #count = 0;
  #endedBy: Error | undefined;

  /** @param over called when the stream has ended */
  constructor(
    private readonly calls: Readable & { write(request: Buffer): boolean },
    private readonly over: () => void,
  ) {
    calls.on('data', (response: Buffer) => this.#answered(response));
    calls.on('error', (error: Error) => this.#end(convertToCommandError(error)));
    for (const end of ['end', 'close']) calls.on(end, () => this.#end(ENDED));
  }

  /** Returns the position of the last event if the server reports it. Rejects with the client's error types. */
  append(append: Append): Promise<bigint | undefined> {
    if (this.#endedBy !== undefined) return Promise.reject(this.#endedBy);
    const id = ++this.#count;
    return new Promise((resolve, reject) => {
      this.#underWay.set(id, { resolve, reject });
      this.calls.write(requestOf(id, append));
    });
  }

  #answered(bytes: Buffer): void {
    const response = WireMessage.of(bytes);
    const id = response.message(1)?.message(1)?.number(2) ?? 0;
    const underWay = this.#underWay.get(id);
    this.#underWay.delete(id);
    const success = response.message(3);
    if (success) {
      underWay?.resolve(knownPosition(success.message(3)?.number(1)));
      return;
    }
    const refused = messages.BatchAppendResp.deserializeBinary(bytes);
    const stream = Buffer.from(refused.getStreamIdentifier()?.getStreamName_asU8() ?? []);
    const error = refused.getError();
    underWay?.reject(error && unpackToCommandError(error, stream.toString('utf8')));
  }

  /** Fails the pending appends; whether they were written is unknown. */
  #end(error: Error): void {
    if (this.#endedBy !== undefined) return;
    this.#endedBy = error;
    this.over();
    for (const { reject } of this.#underWay.values()) reject(error);
    this.#underWay.clear();
  }
}

/** The error if the server ends the stream without giving one. */
const ENDED = Object.assign(new Error('14 UNAVAILABLE: the server has ended the stream'), {
  code: 14,
});

/** Encodes a `BatchAppendReq`. It has no deadline, so the server applies its own, by its own clock. */
function requestOf(id: number, { stream, expected, events }: Append): Buffer {
  const request = new WireWriter();
  request.message(1, () => request.message(1, () => request.number(2, id)));
  request.message(2, () => {
    request.message(1, () => request.text(3, stream));
    if (expected === 'no_stream') request.message(3);
    else request.number(2, expected);
  });
  for (const event of events) request.message(3, () => writeEvent(request, event));
  request.number(4, 1); // is_final
  return request.written();
}

/** Encodes a `ProposedMessage`. */
function writeEvent(request: WireWriter, { id, type, data, metadata }: EventText): void {
  request.message(1, () => request.text(2, id));
  for (const [name, value] of [
    ['type', type],
    ['content-type', 'application/json'],
  ] as const) {
    request.message(2, () => {
      request.text(1, name);
      request.text(2, value);
    });
  }
  request.text(3, metadata);
  request.text(4, data);
}

const streams = new WeakMap<EventStoreDBClient, Promise<AppendStream>>();

/** Appends over the client's stream, opening it if needed. Returns the position of the last event if the server reports it. */
export async function append(
  client: EventStoreDBClient,
  request: Append,
): Promise<bigint | undefined> {
  let stream = streams.get(client);
  if (!stream) {
    stream = open(client);
    streams.set(client, stream);
    stream.catch(() => streams.delete(client));
  }
  return (await stream).append(request);
}

async function open(client: EventStoreDBClient): Promise<AppendStream> {
  const calls = await callLeader(client, 'appendToStream', (service, ...rest) =>
    service.makeBidiStreamRequest(path, asItIs, asItIs, ...rest),
  );
  return new AppendStream(calls, () => streams.delete(client));
}
