import { setTimeout as delay } from 'node:timers/promises';
import { EventStoreDBClient, NotLeaderError, TimeoutError } from '@eventstore/db-client';
import { SharedRuns, Turns } from '#libs/platform/kernel';
import {
  parseStoreAddress,
  type StoreAddress,
  ConnectionStringError,
  optionsIn,
} from '#libs/platform/stores';
import { StoreUnavailableError } from '../event-store.js';
import { asStoreError, isAppendTimeout } from './eventstoredb-errors.js';

/**
 * What a call is for. Each has clients, and so connections, of its own: when one breaks, or its server answers slowly, the others
 * go on.
 */
type Work = 'appends' | 'reads' | 'subscriptions';

/** Clients of each; further ones connect once those before them are full. */
const CLIENTS: Readonly<Record<Work, number>> = { appends: 4, reads: 1, subscriptions: 1 };

/**
 * Maximum number of appends that a client has under way; others wait in order of arrival. The client writes appends to one stream, which
 * buffers 16. What waits behind those is rejected if the stream breaks, and the client leaves that rejection unhandled.
 */
const APPENDS_UNDER_WAY = 15;

/** Time that an abandoned client may take to end its calls. */
const DISPOSE_MS = 1_000;
/** A server counts as away if it has sent nothing for so long while a call is pending. */
const SILENT_MS = 800;
/** After so long a silence the client is replaced: its connection may be dead unnoticed. */
const DEAD_MS = 3_000;
const FIRST_PAUSE_MS = 20;
const LAST_PAUSE_MS = 250;

/** Whether a failure is that of a single call, which the server has timed out: its other responses will come. */
function isTimeout(work: Work, error: unknown): boolean {
  return work === 'appends' ? isAppendTimeout(error) : error instanceof TimeoutError;
}

/** A call over a client. Reports each part of the response through `onData`. */
type Action<T> = (client: EventStoreDBClient, onData: () => void) => Promise<T>;

class ClientInUse {
  /** Rejects each pending call. */
  readonly #calls = new Set<(error: Error) => void>();
  readonly #turns: Turns;
  readonly #disposing = new SharedRuns(() => this.client.dispose());
  /** Start of the current silence; undefined while no call is pending. */
  #silentSince: number | undefined;
  #givenUp: StoreUnavailableError | undefined;

  /** @param free resolves when the previous client has ended its calls: until then it would fail this one's appends with its own */
  constructor(
    readonly client: EventStoreDBClient,
    mostCalls: number,
    private readonly free: Promise<void>,
  ) {
    this.#turns = new Turns(mostCalls);
  }

  /** Makes a call. Fails if it takes longer than `mostMs` or the client is given up. */
  async call<T>(action: Action<T>, mostMs: number, late: () => Error): Promise<T> {
    let fail: (error: Error) => void = () => undefined;
    let timer: NodeJS.Timeout | undefined;
    if (this.isIdle) this.#silentSince = performance.now();
    try {
      const result = await new Promise<T>((resolve, reject) => {
        fail = reject;
        this.#calls.add(fail);
        timer = setTimeout(() => reject(late()), mostMs);
        this.#turns.take(() => this.#inTurn(action)).then(resolve, reject);
      });
      this.onData();
      return result;
    } finally {
      clearTimeout(timer);
      this.#calls.delete(fail);
      if (this.isIdle) this.#silentSince = undefined;
    }
  }

  async #inTurn<T>(action: Action<T>): Promise<T> {
    await this.free;
    if (this.#givenUp) throw this.#givenUp;
    try {
      return await action(this.client, () => this.onData());
    } catch (error) {
      // A client that was given up while it connected has opened its call since.
      if (this.#hasGivenUp()) this.#disposing.run().catch(() => undefined);
      throw error;
    }
  }

  #hasGivenUp(): boolean {
    return this.#givenUp !== undefined;
  }

  /** Notes that the server has sent something. */
  onData(): void {
    if (!this.isIdle) this.#silentSince = performance.now();
  }

  /** How long the server has been silent while a call was pending. */
  get silentMs(): number {
    return this.#silentSince === undefined ? 0 : performance.now() - this.#silentSince;
  }

  get isIdle(): boolean {
    return this.#calls.size === 0;
  }

  get pending(): number {
    return this.#calls.size;
  }

  /**
   * Fails all pending calls, which are then retried on the next client, and cancels them without delay: the library would take a late
   * response to a failed append for a bug, and end the process. Resolves when they have ended.
   */
  async giveUp(error: StoreUnavailableError): Promise<void> {
    this.#givenUp = error;
    for (const fail of this.#calls) fail(error);
    const late = delay(DISPOSE_MS, undefined, { ref: false });
    await Promise.race([this.#disposing.run(), late]).catch(() => undefined);
  }
}

/**
 * The process's clients, each replaced when it loses its server. While the server is away, changes its leader or breaks the
 * connection, calls are retried for `patienceMs`; so they must be safe to repeat. The time counts from when the server was
 * last heard from: if it has been away for longer, a new call is tried only once.
 */
export class Connection {
  readonly #place: StoreAddress;
  readonly #calls = new Set<Promise<unknown>>();
  readonly #inUse: Record<Work, ClientInUse[]>;
  /** Since when all calls have failed; undefined after a success and before the first call. */
  #awaySince: number | undefined;
  /** Error of the last call; undefined if it succeeded. */
  #failure: StoreUnavailableError | undefined;
  #hasAnswered = false;
  #watch: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(
    private readonly connectionString: string,
    private readonly patienceMs: number,
  ) {
    this.#place = parseStoreAddress(connectionString);
    const clientsFor = (work: Work): ClientInUse[] =>
      Array.from({ length: CLIENTS[work] }, () => this.#newClient(work, Promise.resolve()));
    this.#inUse = {
      appends: clientsFor('appends'),
      reads: clientsFor('reads'),
      subscriptions: clientsFor('subscriptions'),
    };
  }

  /** The first client that can make a call at once, or else the one with the fewest calls. */
  #clientFor(work: Work): ClientInUse {
    const clients = this.#inUse[work];
    const free = clients.find(({ pending }) => pending < APPENDS_UNDER_WAY);
    return free ?? clients.reduce((a, b) => (b.pending < a.pending ? b : a));
  }

  #newClient(
    work: Work,
    free: Promise<void>,
    client = clientOf(this.connectionString),
  ): ClientInUse {
    return new ClientInUse(client, work === 'appends' ? APPENDS_UNDER_WAY : Infinity, free);
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** For a subscription that may stay silent, and is no call. */
  get listener(): EventStoreDBClient {
    // its last read was of the leader
    return this.#clientFor('reads').client;
  }

  /** Whether the server seems to be away, judging by recent calls. */
  get isAway(): boolean {
    const clients = Object.values(this.#inUse).flat();
    const isSilent = clients.some(({ silentMs }) => silentMs > SILENT_MS);
    return !this.#hasAnswered || this.#failure !== undefined || isSilent;
  }

  get unavailableReason(): string | undefined {
    return this.#failure?.message;
  }

  /** @throws StoreUnavailableError if the server stays away for `patienceMs` */
  async call<T>(work: Work, action: Action<T>): Promise<T> {
    if (this.#closed) throw new StoreUnavailableError('the log is closed');
    const call = this.#call(work, action);
    this.#calls.add(call);
    try {
      return await call;
    } finally {
      this.#calls.delete(call);
    }
  }

  async #call<T>(work: Work, action: Action<T>): Promise<T> {
    const began = performance.now();
    let redirected = false;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LAST_PAUSE_MS)) {
      try {
        const result = await this.#attempt(work, action, began);
        this.#answered();
        return result;
      } catch (error) {
        if (!(error instanceof StoreUnavailableError)) {
          this.#answered();
          throw error;
        }
        this.#failure = error;
        if (error.permanent) throw error;
        this.#awaySince ??= began;
        // The client now knows the leader: retry at once, but not twice in a row.
        redirected = !redirected && error.cause instanceof NotLeaderError;
        const wait = redirected ? 0 : pause;
        const since = Math.min(began, this.#awaySince);
        if (this.#closed || performance.now() + wait - since > this.patienceMs) throw error;
        if (!redirected) await delay(wait);
      }
    }
  }

  #answered(): void {
    this.#hasAnswered = true;
    this.#awaySince = undefined;
    this.#failure = undefined;
  }

  async #attempt<T>(work: Work, action: Action<T>, began: number): Promise<T> {
    const inUse = this.#clientFor(work);
    this.#watch ??= setInterval(() => this.#checkSilence(), SILENT_MS / 4).unref();
    // Even a call that starts with no patience left gets a moment.
    const left = Math.max(this.patienceMs - (performance.now() - began), SILENT_MS);
    try {
      return await inUse.call(action, left, () => this.#silent(left));
    } catch (error) {
      const storeError = asStoreError(error, this.#place);
      const isAway = storeError instanceof StoreUnavailableError;
      if (!isAway) inUse.onData();
      else if (!isTimeout(work, error)) this.#giveUp(work, inUse, storeError);
      throw storeError;
    }
  }

  #checkSilence(): void {
    const dead = Math.min(DEAD_MS, this.patienceMs / 2);
    const works = Object.keys(this.#inUse) as Work[];
    const all = works.flatMap((work) => this.#inUse[work].map((inUse) => [work, inUse] as const));
    if (all.every(([, { isIdle }]) => isIdle)) {
      clearInterval(this.#watch);
      this.#watch = undefined;
    }
    for (const [work, inUse] of all) {
      if (inUse.silentMs > dead) this.#giveUp(work, inUse, this.#silent(dead));
    }
  }

  #silent(milliseconds: number): StoreUnavailableError {
    const { hosts } = this.#place;
    return new StoreUnavailableError(
      `EventStoreDB at ${hosts} has not answered for ${Math.round(milliseconds)} ms`,
    );
  }

  /** Replaces a client, unless it has just learned who leads; its pending calls are retried. */
  #giveUp(work: Work, inUse: ClientInUse, error: StoreUnavailableError): void {
    const at = this.#inUse[work].indexOf(inUse);
    if (at === -1 || this.#closed) return;
    const free = inUse.giveUp(error);
    const knowsLeader = error.cause instanceof NotLeaderError;
    this.#inUse[work][at] = this.#newClient(work, free, knowsLeader ? inUse.client : undefined);
  }

  /** Waits for pending calls and refuses new ones. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await Promise.allSettled(this.#calls);
    clearInterval(this.#watch);
    const closed = new StoreUnavailableError('the log is closed');
    const clients = Object.values(this.#inUse).flat();
    await Promise.all(clients.map((inUse) => inUse.giveUp(closed)));
  }
}

const SETTING = 'EVENTSTORE_URL';

/** Options that the client knows, in lower case. For any other it logs a warning with the whole connection string. */
const KNOWN = new Set(
  (
    'connectionName defaultDeadline discoveryInterval gossipTimeout keepAliveInterval keepAliveTimeout maxDiscoverAttempts ' +
    'nodePreference throwOnAppendFailure tls tlsCAFile tlsVerifyCert userCertFile userKeyFile'
  )
    .toLowerCase()
    .split(' '),
);

/** Settings without the documented effect: the client verifies certificates and throws on version conflicts anyway. */
const MISLEADING = /(?:tlsVerifyCert|throwOnAppendFailure)(?==\s*false)/gi;

/** Creates a client without connecting. Throws a {@link ConnectionStringError} for options that it can't use. */
export function clientOf(connectionString: string): EventStoreDBClient {
  const unusable = [
    ...optionsIn(connectionString).filter((name) => !KNOWN.has(name.toLowerCase())),
    ...(connectionString.match(MISLEADING) ?? []),
  ];
  if (unusable.length > 0) throw new ConnectionStringError(SETTING, unusable);
  try {
    return EventStoreDBClient.connectionString(connectionString);
  } catch (error) {
    throw new ConnectionStringError(SETTING, optionAt(connectionString, error));
  }
}

/** The option whose value the client's parser rejected. */
function optionAt(connectionString: string, error: unknown): readonly string[] {
  const { location } = error as { readonly location?: readonly number[] };
  const name = /[?&]([^=&?]+)=$/.exec(connectionString.slice(0, location?.[0]))?.[1];
  return name === undefined ? [] : [name];
}
