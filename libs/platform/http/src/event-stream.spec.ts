import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EventStreamBody } from './event-stream.js';

const LINE = `data: ${'x'.repeat(1_000)}\n\n`;
const BUFFER = 32 * 1024;
const STALL_MS = 30_000;
const FAREWELL_MS = 5_000;

describe('EventStreamBody', () => {
  let body: EventStreamBody;
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    body = new EventStreamBody();
  });
  afterEach(() => {
    body.destroy();
    jest.useRealTimers();
  });

  /** Sends until the reader is behind. */
  const fill = (): void => {
    while (body.send(LINE));
  };

  it('disconnects a stalled reader, holding little more than a buffer, and says why', () => {
    fill();
    // A heartbeat, which doesn't await room, doesn't extend the time.
    jest.advanceTimersByTime(STALL_MS / 2);
    expect(body.send(': \n\n')).toBe(false);
    jest.advanceTimersByTime(STALL_MS / 2 - 1);
    expect(body.gone.aborted).toBe(false);
    jest.advanceTimersByTime(1);
    expect(body.gone.aborted).toBe(true);
    expect(body.send(LINE)).toBe(true);
    expect(body.readableLength).toBeLessThan(BUFFER + 2 * LINE.length);
    expect(body.read()).toMatch(/event: end\ndata: \{"reason":"slow-consumer"\}\n\n$/);
  });

  it('has room again once the reader takes something in time', async () => {
    for (let count = 0; count < 3; count++) {
      fill();
      const room = body.room();
      jest.advanceTimersByTime(STALL_MS - 1);
      body.read();
      await room;
    }
    jest.advanceTimersByTime(STALL_MS);
    expect(body.gone.aborted).toBe(false);
    await body.room();
  });

  it('releases the sender when the reader is gone, and closes if nobody takes the last event', async () => {
    fill();
    const room = body.room();
    body.finish('stopping');
    await room;
    jest.advanceTimersByTime(FAREWELL_MS - 1);
    expect(body.destroyed).toBe(false);
    jest.advanceTimersByTime(1);
    expect(body.destroyed).toBe(true);
  });
});
