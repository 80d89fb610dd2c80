import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/condition.js';
import { rawRequest } from '../../../../test/support/raw-request.js';
import { stopGracefully } from './index.js';
import { type Item, ITEM_BYTES, itemsOf, ListsModule, source } from '../test/sample-lists.js';
import { problemsOf, type Sample, startSample } from '../test/sample-client.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const MIB = 1024 * 1024;

let sample: Sample;
beforeAll(async () => {
  const publicBaseUrl = 'https://api.example.com/v1/';
  sample = await startSample({ outgoing: { patienceMs: 300 }, publicBaseUrl }, ListsModule);
});
afterAll(() => stopGracefully(sample.app, { linger: 1 }));
beforeEach(() => {
  Object.assign(source, { items: 0, pages: 0, bytes: 0, failsAfter: Infinity });
});

const readers: Socket[] = [];
afterEach(() => {
  for (const reader of readers.splice(0)) reader.destroy();
});

/** Asks for a list and reads nothing of it. */
function stuckReader(path: string, base = sample.base): Socket {
  const { hostname, port } = new URL(base);
  const reader = connect({ port: Number(port), host: hostname });
  reader.on('error', () => undefined);
  reader.pause();
  reader.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ok\r\n\r\n`);
  readers.push(reader);
  return reader;
}

/** Connections that a service takes from now on. */
function socketsOf({ app }: Sample): Set<Socket> {
  const sockets = new Set<Socket>();
  app.getHttpServer().on('connection', (socket: Socket) => sockets.add(socket));
  return sockets;
}

/** Bytes that wait in connections for their readers. */
function waitingIn(sockets: ReadonlySet<Socket>): number {
  return [...sockets].reduce((sum, socket) => sum + (socket.closed ? 0 : socket.writableLength), 0);
}

const idsOf = (items: unknown): number[] => (items as readonly Item[]).map(({ id }) => id);

describe('a list', () => {
  it.each([0, 1, 5])('of %i items is returned whole, with its length', async (count) => {
    source.items = count;
    const answer = await sample.call('GET', '/lists/whole');
    const text = JSON.stringify(itemsOf(count));
    expect(await answer.text()).toBe(text);
    expect(answer.headers.get('content-length')).toBe(String(text.length));
    expect(answer.headers.get('link')).toBeNull();
    expect(source.pages).toBe(1);
  });

  it('that is streamed has the same bytes', async () => {
    source.items = 1_000;
    const answer = await sample.call('GET', '/lists/whole');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await answer.text()).toBe(JSON.stringify(itemsOf(1_000)));
    expect(answer.headers.get('content-length')).toBeNull();
    expect(source.pages).toBeGreaterThan(10);
  });

  it('is empty if all items are filtered out', async () => {
    source.items = 1;
    expect(await (await sample.call('GET', '/lists/whole?odd=true')).text()).toBe('[]');
    source.items = 500;
    const half = await (await sample.call('GET', '/lists/whole?odd=true')).json();
    expect(idsOf(half)).toEqual(itemsOf(500).flatMap(({ id }) => (id % 2 === 1 ? [id] : [])));
  });

  it('is an error if reading fails at first, and incomplete if it fails later', async () => {
    Object.assign(source, { items: 1_000, failsAfter: -1 });
    await problemsOf(await sample.call('GET', '/lists/whole'), 500);
    source.failsAfter = 500;
    const answer = await sample.call('GET', '/lists/whole');
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
    expect(sample.log.filter((line) => line.includes('the disk is gone'))).toHaveLength(2);
  });
});

describe('a reader', () => {
  it('that stalls causes no more reads than the connection holds, and is disconnected', async () => {
    source.items = 25_000; // 100 MB
    const sockets = socketsOf(sample);
    stuckReader('/lists/whole');
    const socket = await eventually(() => [...sockets][0]);
    await eventually(() => socket.closed || undefined);
    expect(source.pages).toBeLessThan(200);
  });

  it('that stalls keeps none of the sent items in memory', async () => {
    source.items = 25_000;
    const sockets = socketsOf(sample);
    stuckReader('/lists/whole');
    const socket = await eventually(() => [...sockets].find((each) => each.bytesWritten > 0));
    await eventually(() => {
      collectGarbage();
      return source.first?.deref() === undefined || undefined;
    });
    expect(socket.closed).toBe(false);
  });

  it.each(['whole', 'paged?limit=1000', 'whole?odd=true'])(
    'never waits for more than a piece of 128 KiB, however many lists are read at once: %s',
    async (list) => {
      source.items = 25_000;
      const turns: { readonly pages: number; readonly bytes: number }[] = [];
      let before = { ...source };
      let watching = true;
      const watch = (): void => {
        const { pages, bytes } = source;
        turns.push({ pages: pages - before.pages, bytes: bytes - before.bytes });
        before = { ...source };
        if (watching) setImmediate(watch);
      };
      setImmediate(watch);
      for (let count = 0; count < 20; count++) stuckReader(`/lists/${list}`);
      await eventually(() => source.pages > 100 || undefined);
      watching = false;
      expect(Math.max(...turns.map(({ pages }) => pages))).toBe(1);
      expect(Math.max(...turns.map(({ bytes }) => bytes))).toBeLessThan(128 * 1024 + ITEM_BYTES);
    },
  );

  it('that is slow gets everything', async () => {
    source.items = 5_000; // 20 MB
    const reader = stuckReader('/lists/whole');
    let bytes = 0;
    const began = performance.now();
    const done = new Promise<void>((resolve) => {
      reader.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (piece.toString('latin1').endsWith('\r\n0\r\n\r\n')) resolve();
        reader.pause();
        setTimeout(() => reader.resume(), 2);
      });
    });
    reader.resume();
    await done;
    expect(bytes).toBeGreaterThan(20_000_000);
    expect(performance.now() - began).toBeGreaterThan(300);
  });

  it('that has stalled longest is disconnected first; others get their responses', async () => {
    source.items = 25_000;
    const small = await startSample({ outgoing: { memory: 4 * MIB } }, ListsModule);
    const sockets = socketsOf(small);
    let most = 0;
    for (let count = 1; count <= 30; count++) {
      stuckReader('/lists/whole', small.base);
      await eventually(() => sockets.size >= count || undefined);
      const answer = await small.call('GET', '/lists/paged');
      expect(idsOf(await answer.json())).toEqual([0, 1, 2]);
      most = Math.max(most, waitingIn(sockets));
    }
    expect(most).toBeLessThan(5 * MIB);
    const [first] = sockets;
    await eventually(() => (first?.closed === true ? true : undefined));
    expect([...sockets].some(({ closed }) => !closed)).toBe(true);
    for (const socket of sockets) socket.destroy();
    await stopGracefully(small.app, { linger: 1 });
  });
});

describe('a page of a list', () => {
  it.each(['whole', 'array', 'paged'])(
    '%s: along the links everything is there once',
    async (list) => {
      source.items = 10;
      let path: string | undefined = `/lists/${list}?limit=4`;
      const found: number[][] = [];
      while (path !== undefined) {
        const answer = await sample.call('GET', path);
        found.push(idsOf(await answer.json()));
        const link: string | null = answer.headers.get('link');
        const prefix = `<https://api.example.com/v1/lists/${list}?limit=4&cursor=`;
        if (link !== null)
          expect(link.startsWith(prefix) && link.endsWith('>; rel="next"')).toBe(true);
        path = link?.slice(link.indexOf('/lists'), link.indexOf('>'));
      }
      expect(found).toEqual([
        [0, 1, 2, 3],
        [4, 5, 6, 7],
        [8, 9],
      ]);
    },
  );

  it('has the default size without a limit', async () => {
    source.items = 4;
    const answer = await sample.call('GET', '/lists/paged');
    expect(idsOf(await answer.json())).toEqual([0, 1, 2]);
    expect(answer.headers.get('link')).toMatch(/\/lists\/paged\?cursor=/);
  });

  it('is filled up with shown items, and the next one continues after them', async () => {
    source.items = 1_000;
    const first = await sample.call('GET', '/lists/whole?odd=true&limit=30');
    expect(idsOf(await first.json())).toEqual(Array.from({ length: 30 }, (_, at) => 2 * at + 1));
    expect(first.headers.get('link')).toContain('?odd=true&limit=30&cursor=60>');
  });

  it('ends early if its items are large', async () => {
    source.items = 1_000;
    const answer = await sample.call('GET', '/lists/whole?limit=1000');
    const text = await answer.text();
    expect(text.length).toBeLessThan(MIB);
    const next = (JSON.parse(text) as unknown[]).length;
    expect(answer.headers.get('link')).toContain(`cursor=${next}>`);
  });

  it.each(['limit=0', 'limit=1001', 'limit=x', 'limit=1.5', 'limit='])(
    'is not asked for with %s',
    async (query) => {
      const problems = await problemsOf(await sample.call('GET', `/lists/whole?${query}`), 400);
      expect(problems).toEqual([
        expect.objectContaining({
          type: 'VALIDATION_FIELD',
          field: 'limit',
          errorCode: 'invalid.value',
        }),
      ]);
    },
  );

  it.each(['x', 'WzFd', 'WyIxIiwiMCJd', 'bnVsbA'])(
    'of a list in memory has no cursor %s',
    async (cursor) => {
      source.items = 10;
      const problems = await problemsOf(
        await sample.call('GET', `/lists/array?cursor=${cursor}`),
        400,
      );
      expect(problems).toEqual([
        expect.objectContaining({
          type: 'VALIDATION_FIELD',
          field: 'cursor',
          errorCode: 'invalid.value',
        }),
      ]);
    },
  );

  it('of a list in memory has its entity tag', async () => {
    source.items = 3;
    const { headers, status } = await sample.call('GET', '/lists/array?limit=2');
    expect([status, headers.get('etag')]).toEqual([200, '"4"']);
    const again = await sample.call('GET', '/lists/array', { headers: { 'if-none-match': '"4"' } });
    expect(again.status).toBe(304);
  });

  it('is not read past its beginning for HEAD', async () => {
    source.items = 25_000;
    const path = '/lists/whole';
    const { status, text } = await rawRequest(sample.base, {
      method: 'HEAD',
      path,
      headers: { authorization: 'ok' },
    });
    expect([status, text]).toEqual([200, '']);
    expect(source.bytes).toBeLessThan(1024 * 1024);
  });
});
