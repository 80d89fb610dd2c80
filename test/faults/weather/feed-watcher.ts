import { setTimeout as delay } from 'node:timers/promises';
import type { BrokerageClient } from '#libs/client';
import { StreamReader } from '../../support/feed-reader.js';

const AGAIN_MS = 500;

/** Follows a feed over the wire, resuming with `Last-Event-ID`, and records gaps and repetitions. */
export class FeedWatcher {
  /** Sequence of the newest event of each account. */
  readonly newest = new Map<string, number>();
  readonly ids = new Set<string>();
  readonly faults: string[] = [];
  connections = 0;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;

  constructor(
    readonly name: string,
    private readonly client: BrokerageClient,
    private readonly path = '/restapi/events',
  ) {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    let place: string | undefined;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const resume = place === undefined ? {} : { 'last-event-id': place };
      const reader = await StreamReader.open(this.client, this.path, resume).catch(() => undefined);
      if (reader?.response.status === 200) {
        this.connections += 1;
        const end = (): void => reader.close();
        signal.addEventListener('abort', end);
        for (let got = await reader.next(); got; got = await reader.next()) {
          if (got.event === undefined) this.#take(JSON.parse(got.data) as never);
          if (got.id !== undefined) place = got.id;
        }
        signal.removeEventListener('abort', end);
      } else if (reader && reader.response.status < 500) {
        this.faults.push(`answered ${reader.response.status}`);
      }
      await delay(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  #take(event: { id: string; sequence: string; data: { accountNumber: string } }): void {
    const { accountNumber } = event.data;
    const expected = (this.newest.get(accountNumber) ?? 0) + 1;
    if (Number(event.sequence) !== expected) {
      this.faults.push(`${accountNumber}: ${event.sequence} came where ${expected} was expected`);
    }
    this.newest.set(accountNumber, Number(event.sequence));
    this.ids.add(event.id);
  }
}
