import { describe, expect, it } from '@jest/globals';
import { ResponseQueue } from './response-queue.js';

const PATIENCE = 10_000;

describe('answers', () => {
  it('come in the order of their lines, whenever each is known', async () => {
    const queue = new ResponseQueue();
    let know = (_text: string): void => undefined;
    queue.add(new Promise<string>((resolve) => (know = resolve)), 1);
    queue.add('second;', 1);
    const texts = queue.texts();
    const first = texts.next();
    know('first;');
    let all = String((await first).value);
    queue.add('third;', 1);
    await queue.done();
    queue.end();
    for await (const text of texts) all += text;
    expect(all).toBe('first;second;third;');
  });

  it('leave no room while nobody reads them, and make room once read', async () => {
    const queue = new ResponseQueue();
    while (queue.hasRoom(1)) queue.add('x', 1);
    const room = queue.room(1, PATIENCE);
    const texts = queue.texts();
    await texts.next();
    expect(await room).toBe(true);
    expect(queue.hasRoom(1)).toBe(true);
  });

  it('a line larger than the limit has room if it is alone', () => {
    const queue = new ResponseQueue();
    expect(queue.hasRoom(1e9)).toBe(true);
    queue.add('x', 1);
    expect(queue.hasRoom(1e9)).toBe(false);
  });

  it('large lines make room once their responses are read', async () => {
    const queue = new ResponseQueue();
    queue.add('x', 2e7);
    expect(queue.hasRoom(2e7)).toBe(false);
    await queue.texts().next();
    queue.add('x', 1);
    expect(queue.hasRoom(2e7)).toBe(true);
    queue.close();
    expect(queue.hasRoom(1)).toBe(false);
  });

  it('no room appears if nobody reads responses for long, or ever', async () => {
    for (const give of [
      (queue: ResponseQueue) => queue.room(1, 10),
      (queue: ResponseQueue) => {
        const room = queue.room(1, PATIENCE);
        queue.close();
        return room;
      },
    ]) {
      const queue = new ResponseQueue();
      while (queue.hasRoom(1)) queue.add('x', 1);
      expect(await give(queue)).toBe(false);
      expect(queue.closed).toBe(true);
    }
  });
});
