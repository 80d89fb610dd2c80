import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client';
import { unpackToCommandError } from '@eventstore/db-client/dist/streams/appendToStream/unpackError.js';
import { createUUID, parseUUID } from '@eventstore/db-client/dist/utils/grpcUUID.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import type { ExpectedRevision, NewEvent } from '../event-store.js';
import { callsOf, knownPosition, OF_LEADER, StreamsClient } from './eventstoredb-calls.js';

const { BatchAppendReq } = messages;
type Response = messages.BatchAppendResp;

interface UnderWay {
  readonly resolve: (position: bigint | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** An append as the server takes it. */
export interface Append {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly NewEvent[];
}

/**
 * Appends over one stream of messages to the server, many under way at a time. The client's own `appendToStream` keeps account of
 * those of all clients in one place and forgets all of them when one client's stream breaks; and it encodes each event twice.
 */
class AppendStream {
  readonly #underWay = new Map<string, UnderWay>();
  #endedBy: Error | undefined;

  /** @param over is called when it takes no more */
  constructor(
    private readonly calls: Readable & { write(request: messages.BatchAppendReq): boolean },
    private readonly over: () => void,
  ) {
    calls.on('data', (response: Response) => this.#answered(response));
    calls.on('error', (error: Error) => this.#end(convertToCommandError(error)));
    for (const end of ['end', 'close']) calls.on(end, () => this.#end(ENDED));
  }

  /** Position of the last event, if the server tells. Rejects with what the client calls such errors. */
  append({ stream, expected, events }: Append): Promise<bigint | undefined> {
    if (this.#endedBy !== undefined) return Promise.reject(this.#endedBy);
    const id = randomUUID();
    const identifier = new shared.StreamIdentifier().setStreamName(Buffer.from(stream));
    // Without a deadline of ours the server has its own, by its own clock.
    const options = new BatchAppendReq.Options().setStreamIdentifier(identifier);
    if (expected === 'no_stream') options.setNoStream(new shared.Empty());
    else options.setStreamPosition(String(expected));
    const request = new BatchAppendReq()
      .setOptions(options)
      .setCorrelationId(createUUID(id))
      .setProposedMessagesList(events.map(proposed))
      .setIsFinal(true);
    return new Promise((resolve, reject) => {
      this.#underWay.set(id, { resolve, reject });
      this.calls.write(request);
    });
  }

  #answered(response: Response): void {
    const id = parseUUID(response.getCorrelationId()) ?? '';
    const underWay = this.#underWay.get(id);
    this.#underWay.delete(id);
    const error = response.getError();
    if (error) {
      const stream = Buffer.from(response.getStreamIdentifier()?.getStreamName_asU8() ?? []);
      underWay?.reject(unpackToCommandError(error, stream.toString('utf8')));
      return;
    }
    const position = response.getSuccess()?.getPosition()?.getCommitPosition();
    underWay?.resolve(position === undefined ? undefined : knownPosition(position));
  }

  /** Whether what is under way has been written nobody can say. */
  #end(error: Error): void {
    if (this.#endedBy !== undefined) return;
    this.#endedBy = error;
    this.over();
    for (const { reject } of this.#underWay.values()) reject(error);
    this.#underWay.clear();
  }
}

/** What a server that ends the stream without a word amounts to. */
const ENDED = Object.assign(new Error('14 UNAVAILABLE: the server has ended the stream'), {
  code: 14,
});

function proposed({ id, type, data, metadata }: NewEvent): messages.BatchAppendReq.ProposedMessage {
  const message = new BatchAppendReq.ProposedMessage()
    .setId(createUUID(id))
    .setData(Buffer.from(JSON.stringify(data)))
    .setCustomMetadata(Buffer.from(JSON.stringify(metadata)));
  message.getMetadataMap().set('type', type).set('content-type', 'application/json');
  return message;
}

const streams = new WeakMap<EventStoreDBClient, Promise<AppendStream>>();

/**
 * Appends over the client's stream of appends, which is opened for the first of them, and anew when it has ended.
 * @returns position of the last event, if the server tells
 */
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
  const calls = callsOf(client);
  const opening = calls.GRPCStreamCreator(StreamsClient, 'appendToStream', (one) =>
    one.batchAppend(...calls.callArguments(OF_LEADER, { deadline: Infinity })),
  );
  return new AppendStream(await opening(), () => streams.delete(client));
}
