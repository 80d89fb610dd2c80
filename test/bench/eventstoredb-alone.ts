import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { randomUUID } from 'node:crypto';
import { median } from './load.js';

/** Data of about the size of a command's event. */
const DATA = { text: 'x'.repeat(300) };

/** The client library without this service: the upper bound of server and machine. */
export class ClientAlone {
  readonly #client: EventStoreDBClient;

  constructor(connectionString: string) {
    this.#client = EventStoreDBClient.connectionString(connectionString);
  }

  /** Appends single events, each to a new stream. Latency in milliseconds. */
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

  /** Reads the whole log once. */
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
