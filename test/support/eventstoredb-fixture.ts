import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
  ReadReq,
  ReadResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import {
  Server,
  ServerCredentials,
  status,
  type sendUnaryData,
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import type { AppendResult, EventStore } from '#libs/platform/event-store';
import { FaultyProxy } from './faulty-proxy.js';
import {
  appendResponse,
  batchResponse,
  clusterInfo,
  proposedEvent,
  streamName,
  supportedMethods,
  type AppendRequest,
} from './eventstoredb-fixture-messages.js';
import { read } from './eventstoredb-fixture-streams.js';

/**
 * How the server misbehaves: `silent` takes calls and never answers, `unavailable` refuses them, `loses-answers` appends and then
 * breaks the connection.
 */
export type Fault = 'none' | 'silent' | 'unavailable' | 'loses-answers';

const UNAVAILABLE = { code: status.UNAVAILABLE, details: 'the fixture is told to be unavailable' };

/** Speaks as much of EventStoreDB's protocol as the client needs, over an {@link EventStore} that keeps the events. */
export class EventStoreDbFixture {
  fault: Fault = 'none';
  /** Whether answers to appends carry the position; on a real server it is optional. */
  withPositions = true;
  readonly #store: EventStore;
  readonly #server = new Server();
  #proxy!: FaultyProxy;

  private constructor(store: EventStore) {
    this.#store = store;
  }

  /** Listens on a free port of this machine. */
  static async start(store: EventStore): Promise<EventStoreDbFixture> {
    const fixture = new EventStoreDbFixture(store);
    await fixture.#listen();
    return fixture;
  }

  /** What a client connects to. */
  get connectionString(): string {
    return `esdb://127.0.0.1:${this.#proxy.port}?tls=false`;
  }

  /** The same with discovery by gossip, as for a cluster. */
  get clusterConnectionString(): string {
    return `esdb+discover://127.0.0.1:${this.#proxy.port}?tls=false`;
  }

  /** The network between client and server. */
  get network(): FaultyProxy {
    return this.#proxy;
  }

  async #listen(): Promise<void> {
    // The definitions carry their own types, which say less than the handlers below.
    const add = (service: object, handlers: UntypedServiceImplementation): void =>
      this.#server.addService(service as Parameters<Server['addService']>[0], handlers);
    add(GossipService, {
      read: (_: ServerUnaryCall<object, object>, done: sendUnaryData<object>) =>
        this.#unary(done, () => clusterInfo('127.0.0.1', this.#proxy.port)),
    });
    add(ServerFeaturesService, {
      getSupportedMethods: (_: ServerUnaryCall<object, object>, done: sendUnaryData<object>) =>
        this.#unary(done, supportedMethods),
    });
    const refuse = (_: object, done: sendUnaryData<object>): void =>
      done({ code: status.UNIMPLEMENTED });
    add(StreamsService, {
      read: (call: ServerWritableStream<ReadReq, ReadResp>) => this.#read(call),
      append: (
        call: ServerReadableStream<AppendReq, AppendResp>,
        done: sendUnaryData<AppendResp>,
      ) => void this.#append(call, done),
      batchAppend: (call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>) =>
        this.#batchAppend(call),
      delete: refuse,
      tombstone: refuse,
    });
    const port = await new Promise<number>((resolve, reject) => {
      this.#server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
    this.#proxy = await FaultyProxy.start(port);
  }

  #unary(done: sendUnaryData<object>, answer: () => object): void {
    if (this.fault === 'unavailable') done(UNAVAILABLE);
    else if (this.fault !== 'silent') done(null, answer());
  }

  #read(call: ServerWritableStream<ReadReq, ReadResp>): void {
    if (this.fault === 'silent') return;
    if (this.fault === 'unavailable') call.emit('error', UNAVAILABLE);
    else {
      read(this.#store, call).then(
        () => call.end(),
        (error: unknown) => call.destroyed || call.emit('error', error),
      );
    }
  }

  /** Does an append unless told otherwise; undefined when there is to be no answer. */
  async #perform(request: AppendRequest): Promise<AppendResult | undefined> {
    if (this.fault === 'silent') return undefined;
    const result = await this.#store.append(request.stream, request.expected, request.events);
    if (this.fault !== 'loses-answers') return result;
    this.#proxy.drop();
    return undefined;
  }

  async #append(
    call: ServerReadableStream<AppendReq, AppendResp>,
    done: sendUnaryData<AppendResp>,
  ): Promise<void> {
    const request: AppendRequest = { stream: '', expected: 'no_stream', events: [] };
    for await (const message of call as AsyncIterable<AppendReq>) {
      const options = message.getOptions();
      const event = message.getProposedMessage();
      if (options) {
        Object.assign(request, {
          stream: streamName(options.getStreamIdentifier()),
          expected: options.hasNoStream() ? 'no_stream' : Number(options.getRevision()),
        });
      }
      if (event) request.events.push(proposedEvent(event));
    }
    if (this.fault === 'unavailable') {
      done(UNAVAILABLE);
      return;
    }
    const result = await this.#perform(request);
    if (result) done(null, appendResponse(result, this.withPositions));
  }

  #batchAppend(call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>): void {
    const open = new Map<string, AppendRequest>();
    call.on('data', (message: BatchAppendReq) => {
      const correlation = message.getCorrelationId();
      const key = correlation?.getString() ?? '';
      const options = message.getOptions();
      if (options) {
        open.set(key, {
          stream: streamName(options.getStreamIdentifier()),
          expected: options.hasNoStream() ? 'no_stream' : Number(options.getStreamPosition()),
          events: [],
        });
      }
      const request = open.get(key);
      if (!request) return;
      request.events.push(...message.getProposedMessagesList().map(proposedEvent));
      if (!message.getIsFinal()) return;
      open.delete(key);
      if (this.fault === 'unavailable') {
        call.emit('error', UNAVAILABLE);
        return;
      }
      void this.#perform(request).then((result) => {
        if (result && call.writable) {
          call.write(batchResponse(correlation, request, result, this.withPositions));
        }
      });
    });
    call.on('end', () => call.end());
    call.on('error', () => undefined);
  }

  async stop(): Promise<void> {
    await this.#proxy.stop();
    this.#server.forceShutdown();
  }
}
