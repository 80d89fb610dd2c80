import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ArrivingBodies } from './arriving-bodies.js';
import type { ProblemsException } from './problems.js';

interface Sent {
  readonly payload: PassThrough;
  readonly response: EventEmitter;
  /** Status it was refused with while it arrived. */
  refused: number | undefined;
}

describe('arriving bodies', () => {
  let bodies: ArrivingBodies;
  beforeEach(() => {
    bodies = new ArrivingBodies(1_000);
  });

  const begin = (method = 'POST', done: (error?: unknown) => void = () => undefined): Sent => {
    const [payload, response] = [new PassThrough(), new EventEmitter()];
    const sent: Sent = { payload, response, refused: undefined };
    payload.on('error', ({ status }: Partial<ProblemsException>) => (sent.refused = status));
    const request = { method, headers: { 'content-length': '9999' } };
    bodies
      .hook(700)
      .call({} as never, request as never, { raw: response } as never, payload as never, done);
    return sent;
  };
  const write = async ({ payload }: Sent, bytes: number): Promise<void> => {
    payload.write(Buffer.alloc(bytes));
    await yieldToEventLoop();
  };

  it('are refused oldest first', async () => {
    const [first, second, third] = [begin(), begin(), begin()];
    for (const one of [third, second, first]) await write(one, 333);
    expect([first.refused, second.refused, third.refused]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    await write(third, 1);
    expect(first.refused).toBeUndefined();
    await write(third, 1);
    expect([first.refused, second.refused, third.refused]).toEqual([503, undefined, undefined]);
    await write(third, 300);
    expect([second.refused, third.refused]).toEqual([undefined, undefined]);
    await write(second, 100);
    expect([second.refused, third.refused]).toEqual([503, undefined]);
  });

  it('are not refused once complete, but count until the response is sent', async () => {
    const [whole, other] = [begin(), begin()];
    await write(whole, 700);
    whole.payload.end();
    await yieldToEventLoop();
    await write(other, 400);
    expect([whole.refused, other.refused]).toEqual([undefined, 503]);
    whole.response.emit('close');
    const last = begin();
    await write(last, 700);
    expect(last.refused).toBeUndefined();
  });

  it('are released once, however often they end', async () => {
    const [large, one, other] = [begin(), begin(), begin()];
    await write(large, 900);
    large.response.emit('close');
    for (const sent of [one, other]) await write(sent, 501);
    expect([one.refused, other.refused]).toEqual([503, undefined]);
  });

  it.each(['GET', 'HEAD'])('of a %s are refused, too', async (method) => {
    const told: unknown[] = [];
    const [read, other] = [begin(method, (error) => told.push(error)), begin()];
    await write(read, 500);
    await write(other, 501);
    expect(read.refused).toBe(503);
    expect(told).toEqual([expect.objectContaining({ status: 503 })]);
  });

  it('no longer count if they are too large, or their caller has disconnected', async () => {
    const [large, gone, last] = [begin(), begin(), begin()];
    for (let n = 0; n < 5; n++) await write(large, 500);
    await write(gone, 600);
    gone.response.emit('close');
    await write(last, 700);
    expect([large.refused, gone.refused, last.refused]).toEqual([undefined, undefined, undefined]);
  });
});
