import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/condition.js';
import { rawBytes } from '../../../../test/support/raw-request.js';
import { slow } from '../test/sample-application.js';
import { startSample, type Sample } from '../test/sample-client.js';
import { stopGracefully } from './index.js';

let sample: Sample;
beforeAll(async () => {
  sample = await startSample();
});
afterAll(() => stopGracefully(sample.app, { linger: 1 }));

const HEAD = 'HTTP/1.1\r\nHost: a\r\nAuthorization: ok\r\n';
const post = (path: string, body: string, more = ''): string =>
  `POST ${path} ${HEAD}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n${more}\r\n${body}`;
const CREATE = post('/things', '{"name":"a"}');
/** Answered once the test says so. */
const SLOW = post('/things/slow', '');

/** Statuses of the answers in what came back, in their order. */
function statuses(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

/** Sends bytes, has the slow request among them finish once it has begun, and answers what came back. */
async function answersTo(bytes: string): Promise<string> {
  const started = new Promise<void>((resolve) => (slow.started = resolve));
  const answered = rawBytes(sample.base, bytes);
  if (bytes.includes('/things/slow')) {
    await started;
    // By now a response to the rest would have arrived.
    await sample.call('GET', '/things/open');
    slow.finish();
  }
  return answered;
}

describe('invalid HTTP after requests', () => {
  it.each<[string, string, number[]]>([
    ['garbage alone', 'garbage\r\n\r\n', [400]],
    ['garbage behind a write', `${SLOW}garbage\r\n\r\n`, [201, 400]],
    ['garbage behind two writes', `${SLOW}${CREATE}garbage\r\n\r\n`, [201, 201, 400]],
    ['a bad header', `${SLOW}GET / ${HEAD}bad header\r\n\r\n`, [201, 400]],
    ['headers without end', `${SLOW}GET / ${HEAD}x: ${'y'.repeat(20_000)}\r\n\r\n`, [201, 431]],
    [
      'two lengths',
      `${SLOW}POST /things ${HEAD}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
      [201, 400],
    ],
    [
      'a body of chunks that are none',
      `${SLOW}POST /things ${HEAD}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      [201, 400],
    ],
    [
      'such a body of a request that was refused before',
      `POST /nowhere ${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      [404],
    ],
    ['a tunnel', `${SLOW}CONNECT a:443 ${HEAD}\r\n`, [201, 405]],
    ['a tunnel alone', `CONNECT a:443 ${HEAD}\r\n`, [405]],
    ['the other HTTP', `${SLOW}PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`, [201, 400]],
    [
      'more than the last request has',
      `${post('/things/slow', '', 'Connection: close\r\n')}{"name":"b"}`,
      [201],
    ],
    [
      'an expectation nobody meets',
      `${SLOW}POST /things ${HEAD}Expect: more\r\nContent-Length: 2\r\n\r\n{}`,
      [201, 417],
    ],
  ])('%s: each is answered in its turn', async (_what, bytes, expected) => {
    const answer = await answersTo(bytes);
    expect(statuses(answer)).toEqual(expected);
  });

  it('more of it changes nothing', async () => {
    const started = new Promise<void>((resolve) => (slow.started = resolve));
    const socket = connect(Number(new URL(sample.base).port), '127.0.0.1');
    const closed = once(socket, 'close');
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.write(`${SLOW}garbage\r\n\r\n`);
    await started;
    for (let n = 0; n < 3; n++) {
      socket.write('garbage\r\n\r\n');
      await sample.call('GET', '/things/open');
    }
    slow.finish();
    await closed;
    expect(statuses(answer)).toEqual([201, 400]);
  });
});

describe('pipelined requests', () => {
  let begun: number;
  let closed: Promise<unknown>;
  /** Sends requests, of which the first is a slow one, and waits until all have arrived. */
  async function send(bytes: string): Promise<Socket> {
    begun = 0;
    const started = new Promise<void>((resolve) => {
      slow.started = () => {
        begun += 1;
        resolve();
      };
    });
    const socket = connect(Number(new URL(sample.base).port), '127.0.0.1');
    closed = once(socket, 'close');
    socket.write(SLOW + bytes);
    await started;
    await sample.call('GET', '/things/open');
    return socket;
  }

  it('are handled one at a time', async () => {
    const socket = await send(SLOW);
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    expect(begun).toBe(1);
    slow.finish();
    await eventually(() => (begun === 2 ? true : undefined));
    slow.finish();
    await eventually(() => (statuses(answer).length === 2 ? true : undefined));
    socket.destroy();
  });

  it('end with an upgrade: what arrives with it is lost', async () => {
    const upgrade = post('/things', '{"name":"a"}', 'Connection: Upgrade\r\nUpgrade: h2c\r\n');
    const answer = await rawBytes(sample.base, `${upgrade}${CREATE}`);
    expect(statuses(answer)).toEqual([201]);
    expect(answer).toMatch(/^connection: close\r$/im);
  });

  it('are not handled once their caller has disconnected', async () => {
    const accepted = once(sample.app.getHttpServer(), 'connection');
    const socket = await send(SLOW + post('/things', '{"name":"a"}', 'Idempotency-Key: left\r\n'));
    const [there] = (await accepted) as [Socket];
    socket.destroy();
    await once(there, 'close');
    slow.finish();
    const headers = { 'idempotency-key': 'left' };
    const other = await sample.send('POST', '/things', '{"name":"b"}', headers);
    expect([begun, other.status]).toEqual([1, 201]);
  });

  it('are limited to a hundred waiting ones', async () => {
    const answer = await answersTo(`${SLOW}${CREATE.repeat(100)}garbage\r\n\r\n`);
    expect(statuses(answer)).toEqual([...Array<number>(101).fill(201), 400]);
    await send(CREATE.repeat(101));
    await closed;
    slow.finish();
  });
});
