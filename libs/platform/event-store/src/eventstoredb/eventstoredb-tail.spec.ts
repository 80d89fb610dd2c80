import { describe, expect, it, jest } from '@jest/globals';
import { StoreUnavailableError } from '../event-store.js';
import { type LogRecord, RecentRecords } from '../follow-pages.js';
import { Tail } from './eventstoredb-tail.js';

const record = (position: bigint): LogRecord => ({
  ...{ position, type: 'a', bytes: 1 },
  event: undefined as never,
});

/** A tail of a log whose reads are answered one after the other with what is given. */
function tailOf(answers: (bigint[] | Error)[]) {
  const recent = new RecentRecords<LogRecord>(0n, 100);
  let reads = 0;
  const tail = new Tail(recent, (after) => {
    reads += 1;
    const answer = answers.shift() ?? [];
    if (answer instanceof Error) return Promise.reject(answer);
    const position = answer.at(-1) ?? after;
    return Promise.resolve({ records: answer.map(record), position, isLast: true });
  });
  return { tail, recent, reads: () => reads };
}

describe('the tail of a log', () => {
  it('is read once for all who wait, and not at all when nobody does', async () => {
    const { tail, recent, reads } = tailOf([[1n, 2n]]);
    expect(reads()).toBe(0);
    await Promise.all(Array.from({ length: 20 }, () => tail.grown()));
    expect([reads(), recent.end]).toEqual([1, 2n]);
  });

  it('tells once that the head is in sight, and from then on only what is new', async () => {
    const { tail, recent, reads } = tailOf([[], [], [], [7n]]);
    await tail.grown();
    expect([reads(), tail.isAtHead]).toEqual([1, true]);
    await tail.grown();
    expect([reads(), recent.end]).toEqual([4, 7n]);
  });

  it('has the head no longer in sight once something was appended', async () => {
    const { tail } = tailOf([]);
    await tail.grown();
    tail.ring();
    expect(tail.isAtHead).toBe(false);
  });

  it('is looked at once for all who ask in a moment, by a read that begins after they have', async () => {
    const { tail, recent, reads } = tailOf([[1n], [2n]]);
    const first = tail.catchUp();
    const others = [tail.catchUp(), tail.catchUp()];
    await first;
    expect([reads(), recent.end]).toEqual([1, 1n]);
    await Promise.all(others);
    expect([reads(), recent.end]).toEqual([2, 2n]);
  });

  it('lets whoever looks know that the log is away', async () => {
    const { tail } = tailOf([new StoreUnavailableError('away')]);
    await expect(tail.catchUp()).rejects.toThrow('away');
    await tail.catchUp();
  });

  it('waits while the log is away', async () => {
    const { tail, recent } = tailOf([new StoreUnavailableError('away'), [3n]]);
    await tail.grown();
    expect(recent.end).toBe(3n);
  });

  it('tells all who wait what else went wrong', async () => {
    const { tail } = tailOf([new TypeError('a bug')]);
    const waiting = await Promise.allSettled([tail.grown(), tail.grown()]);
    expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('keeps nobody waiting once it is closed', async () => {
    const { tail } = tailOf([]);
    await tail.grown();
    const waiting = tail.grown();
    tail.close();
    await waiting;
    await tail.grown();
  });

  it('lets more gather the longer a read takes, whatever is appended meanwhile, unless somebody looks', async () => {
    jest.useFakeTimers();
    try {
      const begun: number[] = [];
      const recent = new RecentRecords<LogRecord>(0n, 100);
      const tail = new Tail(recent, async (after) => {
        begun.push(performance.now());
        await new Promise((resolve) => setTimeout(resolve, 5));
        const position = after + 1n;
        return { records: [record(position)], position, isLast: true };
      });
      void tail.grown().then(() => tail.grown());
      await jest.advanceTimersByTimeAsync(6);
      tail.ring();
      await jest.advanceTimersByTimeAsync(20);
      expect((begun[1] ?? 0) - (begun[0] ?? 0)).toBeGreaterThanOrEqual(15);
      const looked = tail.catchUp();
      await jest.advanceTimersByTimeAsync(15);
      await looked;
      expect((begun[2] ?? Infinity) - (begun[1] ?? 0)).toBeLessThan(15);
      tail.close();
    } finally {
      jest.useRealTimers();
    }
  });

  /** A tail whose server has `head.position` and rings. The first wait for news is over. */
  async function listeningTail() {
    const recent = new RecentRecords<LogRecord>(0n, 100);
    const server = { head: 0n, news: true, reads: 0, listening: 0, asked: 0 };
    let ring: (() => void) | undefined;
    const tail = new Tail(
      recent,
      (after) => {
        server.reads += 1;
        const records = server.news && server.head > after ? [record(server.head)] : [];
        return Promise.resolve({ records, position: server.head, isLast: true });
      },
      (_after, rings) => {
        server.listening += 1;
        server.asked += 1;
        ring = rings;
        return () => void (server.listening -= 1);
      },
    );
    await tail.grown();
    return { tail, recent, server, ring: () => ring?.() };
  }

  it('polls no more after a quiet second, until the server rings', async () => {
    jest.useFakeTimers();
    try {
      const { tail, recent, server, ring } = await listeningTail();
      const news = tail.grown();
      await jest.advanceTimersByTimeAsync(2_000);
      const { reads } = server;
      await jest.advanceTimersByTimeAsync(30_000);
      expect(server.reads - reads).toBeLessThanOrEqual(6);
      expect([server.listening, server.asked, tail.isAtHead]).toEqual([1, 1, true]);
      server.head = 7n;
      ring();
      expect(tail.isAtHead).toBe(false);
      await jest.advanceTimersByTimeAsync(5);
      await news;
      expect([recent.end, server.listening]).toEqual([7n, 0]);
      tail.close();
    } finally {
      jest.useRealTimers();
    }
  });

  it('does not poll because of events of the server alone', async () => {
    jest.useFakeTimers();
    try {
      const { tail, recent, server } = await listeningTail();
      server.news = false;
      const moved = tail.grown();
      await jest.advanceTimersByTimeAsync(2_000);
      server.head = 7n;
      await jest.advanceTimersByTimeAsync(5_000);
      await moved;
      expect(recent.end).toBe(7n);
      void tail.grown();
      const { reads } = server;
      await jest.advanceTimersByTimeAsync(1_000);
      expect(server.reads - reads).toBeLessThanOrEqual(1);
      expect([server.listening, server.asked]).toEqual([1, 1]);
      tail.close();
      expect(server.listening).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });

  it.each([
    ['somebody looks', 500, (tail: Tail<LogRecord>) => void tail.catchUp()],
    ['nobody waits', 5_000, (tail: Tail<LogRecord>) => tail.wake()],
  ])('has the server tell no more once %s', async (_when, afterMs, happens) => {
    jest.useFakeTimers();
    try {
      const { tail, server } = await listeningTail();
      void tail.grown();
      await jest.advanceTimersByTimeAsync(2_000);
      expect(server.listening).toBe(1);
      happens(tail);
      await jest.advanceTimersByTimeAsync(afterMs);
      expect(server.listening).toBe(0);
      tail.close();
    } finally {
      jest.useRealTimers();
    }
  });
});
