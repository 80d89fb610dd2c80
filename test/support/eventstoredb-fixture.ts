import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type {
  BatchAppendReq,
  BatchAppendResp,
  ReadReq,
  ReadResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import {
  Metadata,
  Server,
  ServerCredentials,
  status,
  type sendUnaryData,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { setTimeout as delay } from 'node:timers/promises';
import type { AppendResult, EventStore } from '#libs/platform/event-store';
import { FaultyProxy } from './faulty-proxy.js';
import {
  batchResponse,
  clusterInfo,
  proposedEvent,
  refusalResponse,
  streamName,
  supportedMethods,
  type AppendRequest,
  type Member,
} from './eventstoredb-fixture-messages.js';
import { ServerLog } from './eventstoredb-fixture-log.js';
import { read, type ServerVersion, UnreadError } from './eventstoredb-fixture-reads.js';

/**
 * How the server misbehaves: `silent` accepts calls and never responds, `electing` has no leader, `loses-answers` appends and then breaks
 * the connection, `ends-appends` takes an append and ends the call of all appends as if it were done. A gRPC status refuses every call.
 */
export type Fault = 'none' | 'silent' | 'electing' | 'loses-answers' | 'ends-appends' | status;

/** The kinds of calls that clients make; `features` is that for what the server supports. */
export type CallKind = 'append' | 'readStream' | 'readAll' | 'subscribe' | 'gossip' | 'features';

/** How a node that knows no leader responds to calls that need one. */
const NOT_READY = { code: status.UNAVAILABLE, details: 'Server Is Not Ready' };

/** How a call is refused: with a status and, in its metadata, what the client makes an error of its own of. */
export interface Refusal {
  readonly code: status;
  readonly details: string;
  readonly metadata?: Metadata;
}

function kindOf(request: ReadReq): CallKind {
  const options = request.getOptions();
  if (options?.hasSubscription()) return 'subscribe';
  return options?.hasStream() ? 'readStream' : 'readAll';
}

const portOf = (peer: string): number => Number(peer.split(':').at(-1));

/** A node that speaks as much of EventStoreDB's protocol as the client needs, on top of an {@link EventStore}. */
export class EventStoreDbFixture {
  fault: Fault = 'none';
  /** Number of calls refused with a status. */
  refused = 0;
  /** Number of calls of appends ended without a response. */
  endedAppends = 0;
  /** Whether responses to appends carry the position; it is optional on a real server. */
  withPositions = true;
  /** Milliseconds by which the server's clock is ahead of the clients'. */
  clockAheadMs = 0;
  /** Minimum duration of each call, in milliseconds. */
  latencyMs = 0;
  version: ServerVersion = '23.10.8';
  /** The leader, if this node is a follower: it refuses calls that need the leader, and nothing has been replicated to it. */
  leader: EventStoreDbFixture | undefined;
  /** All nodes of the cluster. */
  members: readonly EventStoreDbFixture[] = [this];
  /** Nodes that are none, which it reports before all others. */
  strangers: readonly Member[] = [];
  /** Ids of the first events of appends that are being written. */
  readonly #writing = new Map<string, Promise<unknown>>();
  readonly #reads = new Set<object>();
  /** Refusals of the next calls of each kind. */
  readonly #failures = new Map<CallKind, (status | Refusal)[]>();
  /** The statuses with which the next reads and subscriptions end that have so many messages. */
  #breaks: { readonly after: number; readonly codes: status[] } = { after: 0, codes: [] };
  readonly #server = new Server();
  #proxy!: FaultyProxy;

  private constructor(readonly log: ServerLog) {}

  /** Listens on a free port. The nodes of a cluster share their log. */
  static async start(store: EventStore | ServerLog): Promise<EventStoreDbFixture> {
    const log = store instanceof ServerLog ? store : new ServerLog(store);
    const fixture = new EventStoreDbFixture(log);
    await fixture.#listen();
    return fixture;
  }

  /** Connection string. */
  get connectionString(): string {
    return `esdb://127.0.0.1:${this.#proxy.port}?tls=false`;
  }

  /** The same with discovery by gossip, as for a cluster. */
  get clusterConnectionString(): string {
    return `esdb+discover://127.0.0.1:${this.#proxy.port}?tls=false`;
  }

  get port(): number {
    return this.#proxy.port;
  }

  /** Number of open reads and subscriptions. */
  get openReads(): number {
    return this.#reads.size;
  }

  /** The network between client and server. */
  get network(): FaultyProxy {
    return this.#proxy;
  }

  /** Refuses the next calls of a kind, each in one of these ways. */
  failAt(kind: CallKind, ...refusals: readonly (status | Refusal)[]): void {
    this.#failures.set(kind, [...(this.#failures.get(kind) ?? []), ...refusals]);
  }

  /** Ends the next reads and subscriptions with a status each, after so many messages: those that have more. */
  breakReads(after: number, ...codes: status[]): void {
    this.#breaks = { after, codes };
  }

  async #listen(): Promise<void> {
    // the service definitions have their own, weaker types
    const add = (service: object, handlers: UntypedServiceImplementation): void =>
      this.#server.addService(service as Parameters<Server['addService']>[0], handlers);
    add(GossipService, {
      read: (_: ServerUnaryCall<object, object>, done: sendUnaryData<object>) =>
        this.#unary('gossip', done, () => {
          const seen = this.members.map((node) => this.#sees(node));
          return clusterInfo([...this.strangers, ...seen]);
        }),
    });
    add(ServerFeaturesService, {
      getSupportedMethods: (_: ServerUnaryCall<object, object>, done: sendUnaryData<object>) =>
        this.#unary('features', done, () => supportedMethods(this.version)),
    });
    const refuse = (_: object, done: sendUnaryData<object>): void =>
      done({ code: status.UNIMPLEMENTED });
    add(StreamsService, {
      read: (call: ServerWritableStream<ReadReq, ReadResp>) => this.#read(call),
      append: refuse,
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

  #unary(kind: CallKind, done: sendUnaryData<object>, answer: () => object): void {
    const told = this.#told(kind);
    if (told) done(told);
    else if (this.fault !== 'silent') done(null, answer());
  }

  /** The refusal that the test wants for a call. */
  #told(kind: CallKind): Refusal | undefined {
    const next = this.#failures.get(kind)?.shift();
    const told = next ?? (typeof this.fault === 'number' ? this.fault : undefined);
    if (told === undefined) return undefined;
    this.refused += 1;
    return typeof told === 'number'
      ? { code: told, details: 'the fixture is told to refuse' }
      : told;
  }

  /** A node as this one reports it. A dead node counts as alive until the others elect. */
  #sees(node: EventStoreDbFixture): Member {
    const { port } = node;
    if (this.fault === 'electing') {
      return { port, state: 'unknown', isAlive: !node.network.isRefusing };
    }
    return { port, state: node === (this.leader ?? this) ? 'leader' : 'follower', isAlive: true };
  }

  #read(call: ServerWritableStream<ReadReq, ReadResp>): void {
    this.#reads.add(call);
    this.#answerRead(call)
      .finally(() => this.#reads.delete(call))
      .catch((error: unknown) => {
        // as on a real server, all other calls on the connection fail too
        if (error instanceof UnreadError) this.#proxy.drop(portOf(call.getPeer()));
        else if (!call.destroyed) call.emit('error', error);
      });
  }

  async #answerRead(call: ServerWritableStream<ReadReq, ReadResp>): Promise<void> {
    if (this.latencyMs > 0) await delay(this.latencyMs);
    if (this.fault === 'silent') return;
    const refusal = this.#refusal(kindOf(call.request), call.metadata);
    if (refusal) call.emit('error', refusal);
    else {
      this.#mayBreak(call);
      if (!this.leader) await read(this.log, call, this.version);
      call.end();
    }
  }

  #mayBreak(call: ServerWritableStream<ReadReq, ReadResp>): void {
    const { after, codes } = this.#breaks;
    if (codes.length === 0) return;
    let sent = 0;
    const write = call.write.bind(call);
    call.write = (message: ReadResp) => {
      const code = sent++ < after ? undefined : codes.shift();
      if (code === undefined) return write(message);
      this.refused += 1;
      return call.emit('error', { code, details: 'in the middle' });
    };
  }

  /** The error that ends a call. */
  #refusal(kind: CallKind, asked: Metadata): object | undefined {
    const told = this.#told(kind);
    if (told) return told;
    const ofLeader = asked.get('requires-leader')[0] === 'true';
    if (this.fault === 'electing' && ofLeader) return NOT_READY;
    if (this.leader === undefined || !ofLeader) return undefined;
    const metadata = new Metadata();
    metadata.set('exception', 'not-leader');
    metadata.set('leader-endpoint-host', '127.0.0.1');
    metadata.set('leader-endpoint-port', String(this.leader.#proxy.port));
    return { code: status.NOT_FOUND, details: 'Leader info available', metadata };
  }

  /** Carries out an append unless the mode prevents it; undefined if there is no response. */
  async #perform(request: AppendRequest): Promise<AppendResult | undefined> {
    if (this.fault === 'silent') return undefined;
    const { stream, expected, events } = request;
    const result = await this.log.store.append(stream, expected, events);
    if (this.fault !== 'loses-answers') return result;
    this.#proxy.drop();
    return undefined;
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
          deadline: options.getDeadline()?.toDate() ?? new Date(8.64e15),
        });
      }
      const request = open.get(key);
      if (!request) return;
      request.events.push(...message.getProposedMessagesList().map(proposedEvent));
      if (!message.getIsFinal()) return;
      open.delete(key);
      void this.#answerAppend(call, request, correlation);
    });
    call.on('end', () => call.end());
    call.on('error', () => undefined);
  }

  async #answerAppend(
    call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>,
    request: AppendRequest,
    correlation: UUID | undefined,
  ): Promise<void> {
    if (this.latencyMs > 0) await delay(this.latencyMs);
    const refusal = this.fault === 'electing' ? undefined : this.#refusal('append', call.metadata);
    if (refusal) {
      if (call.writable) call.emit('error', refusal);
      return;
    }
    if (this.fault === 'ends-appends') {
      this.endedAppends += 1;
      call.end();
      return;
    }
    const answer = await this.#answer(request, correlation);
    if (answer && call.writable) call.write(answer);
  }

  /**
   * Response to an append of the batch call. As on a real server, events that are already being written are silently ignored until
   * that append is given up, and nothing is written past the deadline, which is by the client's clock.
   */
  async #answer(
    request: AppendRequest,
    correlation: UUID | undefined,
  ): Promise<BatchAppendResp | undefined> {
    if (this.fault === 'electing') {
      return refusalResponse(correlation, request, 'Server Is Not Ready');
    }
    const [first] = request.events;
    const underWay = this.#writing.get(first?.id ?? '');
    await underWay;
    if (underWay || request.deadline.getTime() <= Date.now() + this.clockAheadMs) {
      return refusalResponse(correlation, request, 'Timeout');
    }
    const writing = this.#perform(request);
    this.#writing.set(first?.id ?? '', writing);
    const result = await writing.finally(() => this.#writing.delete(first?.id ?? ''));
    return result && batchResponse(correlation, request, result, this.withPositions);
  }

  async stop(): Promise<void> {
    this.log.close();
    await this.#proxy.stop();
    this.#server.forceShutdown();
  }
}
