import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { randomUUID } from 'node:crypto';
import { median } from './load.js';

/** About as much as the event of a command has. */
const DATA = { text: 'x'.repeat(300) };

/** What the client library does alone, without this service: what a server and the machine give at most. */
export class ClientAlone {
  readonly #client: EventStoreDBClient;

  constructor(connectionString: string) {
    this.#client = EventStoreDBClient.connectionString(connectionString);
  }

  /** Appends of one event, each to a stream of its own. Latency in milliseconds. */
  async appends(
    count: number,
    atATime: number,
  ): Promise<{ readonly perSecond: number; readonly p50: number }> {
    const latencies: number[] = [];
    const started = performance.now();
    let sent = 0;
    const sender = async (): Promise<void> => {
      while (sent++ < count) {
        const begun = performance.now();
        const event = jsonEvent({ type: 'bench.Happened.v1', data: DATA, metadata: DATA });
        const options = { expectedRevision: NO_STREAM, requiresLeader: true } as const;
        await this.#client.appendToStream(`bench-${randomUUID()}`, event, options);
        latencies.push(performance.now() - begun);
      }
    };
    await Promise.all(Array.from({ length: atATime }, sender));
    const perSecond = (1_000 * count) / (performance.now() - started);
    return { perSecond, p50: median(latencies) };
  }

  /** One read of the whole log. */
  async readAll(): Promise<{ readonly events: number; readonly perSecond: number }> {
    const started = performance.now();
    let events = 0;
    for await (const { event } of this.#client.readAll({ requiresLeader: true })) {
      if (event) events += 1;
    }
    return { events, perSecond: (1_000 * events) / (performance.now() - started) };
  }

  async close(): Promise<void> {
    await this.#client.dispose();
  }
}
