import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BrokerageClient } from './brokerage-client.js';
import { FeedConsumer, FeedRefusedError } from './feed-consumer.js';
import type { FeedState } from './feed-state.js';

const event = (sequence: number): string => {
  const data = { id: `e${sequence}`, sequence: String(sequence), data: { accountNumber: 'A' } };
  return `id: c${sequence}\ndata: ${JSON.stringify(data)}\n\n`;
};
const stream = (response: ServerResponse, text: string): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(text);
};

describe('FeedConsumer', () => {
  let server: Server;
  let client: BrokerageClient;
  /** Answers in turn; the last one stays. */
  let answers: ((response: ServerResponse) => void)[];
  /** `Last-Event-ID` of each connection. */
  let asked: (string | undefined)[];
  let kept: FeedState | undefined;
  let pauses: number[];
  let reasons: string[];

  beforeEach(async () => {
    [asked, kept, pauses, reasons] = [[], undefined, [], []];
    server = createServer((request, response) => {
      asked.push(request.headers['last-event-id'] as string | undefined);
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      answer?.(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    client = new BrokerageClient(`http://127.0.0.1:${port}`, { token: 'token' });
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const consumer = (handle: (id: string) => void): FeedConsumer =>
    new FeedConsumer({
      client,
      state: {
        load: () => Promise.resolve(kept),
        save: (state) => Promise.resolve(void (kept = state)),
      },
      handle: ({ id }) => handle(id),
      ended: (reason) => reasons.push(reason),
      ports: {
        random: () => 0.5,
        wait: (milliseconds) => Promise.resolve(void pauses.push(milliseconds)),
      },
    });

  it('comes back after each end, later each time, and never before the service asks for it', async () => {
    const refuse = (status: number) => (response: ServerResponse) =>
      void response.writeHead(status, { 'retry-after': '2' }).end('[]');
    answers = [
      refuse(503),
      refuse(429),
      (response) => {
        stream(response, `${event(1)}event: end\ndata: {"reason":"stopping"}\n\n`);
      },
      (response) => response.destroy(),
      (response) => stream(response, event(1) + event(2)),
    ];
    const stop = new AbortController();
    const seen: string[] = [];
    await consumer((id) => {
      seen.push(id);
      if (id === 'e2') stop.abort();
    }).run(stop.signal);
    expect(seen).toEqual(['e1', 'e2']);
    expect(asked).toEqual([undefined, undefined, undefined, 'c1', 'c1']);
    expect(pauses.slice(0, 4)).toEqual([2_050, 2_100, 50, 100]);
    expect(reasons.slice(0, 4)).toEqual(['unavailable', 'unavailable', 'stopping', 'unavailable']);
  });

  it('ends when the feed is refused, and says why', async () => {
    const problems = [{ type: 'VALIDATION_FIELD', field: 'Last-Event-ID', message: 'ahead' }];
    answers = [(response) => void response.writeHead(400).end(JSON.stringify(problems))];
    const running = consumer(() => undefined).run(new AbortController().signal);
    await expect(running).rejects.toThrow(FeedRefusedError);
    await expect(running).rejects.toMatchObject({ status: 400, problems });
    expect(pauses).toEqual([]);
  });

  it('leaves no connection open when an event cannot be dealt with', async () => {
    const left = new Promise((resolve) => {
      answers = [
        (response) => {
          response.once('close', resolve);
          stream(response, event(1));
        },
      ];
    });
    const failing = consumer(() => {
      throw new Error('no disk');
    }).run(new AbortController().signal);
    await expect(failing).rejects.toThrow('no disk');
    await left;
    expect(kept).toBeUndefined();
  });
});
