import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { StoreUnavailableError } from '#libs/platform/event-store';
import type { AnsweredRequest } from '#libs/platform/http';
import { type DocumentStore, openDocumentStore } from '#libs/platform/read-models';
import { type Logger, RandomIds } from '#libs/platform/runtime';
import type { Platform } from '#libs/platform/service';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { RequestJournal, type WantedRequests } from './request.queries.js';

const START = Date.parse('2026-03-02T23:59:50.000Z');

const DAY_MS = 86_400_000;

const logger = { warn: jest.fn() };

let directory: string;

let store: DocumentStore;

let clock: ManualClock;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'requests-'));
  store = await openDocumentStore({ directory });
  clock = new ManualClock(START);
  logger.warn.mockClear();
});

afterEach(async () => {
  await store.close();
  await rm(directory, { recursive: true });
});

const journal = (requestLogDays = 30): RequestJournal =>
  new RequestJournal(
    { requests: store, config: { requestLogDays } } as Platform,
    clock,
    new RandomIds(),
    logger as unknown as Logger,
  );

let count = 0;

const request = (answeredAt: number, fields: Partial<AnsweredRequest> = {}): AnsweredRequest => ({
  requestId: `request-${++count}`,
  answeredAt,
  ms: 1,
  method: 'GET',
  path: '/restapi/accounts',
  parameters: [],
  idempotencyKey: null,
  isDryRun: false,
  isReplayed: false,
  status: 200,
  errorCodes: [],
  isAuthenticated: true,
  ...fields,
});

/** Everything of a firm, page by page: when it was answered, in seconds after the start. */
async function all(
  of: RequestJournal,
  {
    firmId = '7',
    limit = 3,
    from,
    to,
  }: Partial<Pick<WantedRequests, 'firmId' | 'limit' | 'from' | 'to'>> = {},
): Promise<number[]> {
  const found: number[] = [];
  let after: string | undefined;
  do {
    const page = await of.page({ firmId, limit, from, to, after, matches: () => true });
    expect(page.items.length).toBeLessThanOrEqual(limit);
    found.push(...page.items.map(({ answeredAt }) => (answeredAt - START) / 1_000));
    after = page.next;
  } while (after !== undefined);
  return found;
}

describe('the requests that are kept [request.log.kept]', () => {
  it('shows what came after a stop, over midnight, the newest first, in pages of any size', async () => {
    const first = journal();
    for (const second of [0, 1, 9, 10, 11]) first.note('7', request(START + second * 1_000));
    await first.onModuleDestroy();
    clock.advance(80_000);
    const second = journal();
    for (const at of [70, 71]) second.note('7', request(START + at * 1_000));
    second.note('8', request(START + 72_000));
    for (const limit of [1, 2, 3, 100]) {
      expect(await all(second, { limit })).toEqual([71, 70, 11, 10, 9, 1, 0]);
    }
    expect(await all(second, { from: START + 1_000, to: START + 11_000 })).toEqual([10, 9, 1]);
    expect(await all(second, { firmId: '8' })).toEqual([72]);
    expect(await all(second, { firmId: '9' })).toEqual([]);
  });

  it('what comes while others are stored waits until the next time', async () => {
    const of = journal();
    const unwatched = store.write.bind(store);
    const write = jest.spyOn(store, 'write');
    write.mockImplementation(async (batch) => {
      of.note('7', request(START + 1_000));
      await unwatched(batch);
    });
    for (let n = 0; n < 1_200; n++) of.note('7', request(START));
    await of.flush();
    const stored = write.mock.calls.map(([{ writes }]) => writes[0]?.document?.['requests']);
    expect(stored.map((requests) => (requests as unknown[]).length)).toEqual([500, 500, 200]);
    write.mockRestore();
    clock.advance(2_000);
    const found = await all(of, { limit: 500 });
    expect(found).toHaveLength(1_203);
    expect(found.filter((second) => second === 1)).toHaveLength(3);
  });

  it('forgets the days before', async () => {
    const of = journal(2);
    of.note('7', request(START));
    await of.flush();
    for (const day of [1, 2, 3]) {
      clock.advance(DAY_MS);
      of.note('7', request(START + day * DAY_MS));
      await of.flush();
    }
    expect(await all(of)).toEqual([3, 2, 1].map((day) => day * 86_400));
    expect([...(await store.listCollections())].sort()).toEqual([
      'requests_20260303',
      'requests_20260304',
      'requests_20260305',
    ]);
  });

  it('keeps nothing if told so, nor what was kept before', async () => {
    const before = journal();
    before.note('7', request(START));
    await before.flush();
    const of = journal(0);
    await of.onApplicationBootstrap();
    of.note('7', request(START));
    await of.flush();
    expect(await store.listCollections()).toEqual([]);
  });

  describe('while the store is away', () => {
    it('fails no request, keeps what waits, and tells what was lost', async () => {
      const of = journal();
      const write = jest.spyOn(store, 'write');
      write.mockRejectedValue(new StoreUnavailableError('away'));
      for (let n = 0; n < 20_003; n++) of.note('7', request(START));
      await of.flush();
      expect(logger.warn.mock.calls).toEqual([
        [
          expect.objectContaining({ error: 'StoreUnavailableError: away' }),
          'requests not stored, retrying',
        ],
        [expect.objectContaining({ lost: 3 }), 'requests not stored'],
      ]);
      write.mockRestore();
      expect(await all(of, { limit: 1_000 })).toHaveLength(20_000);
      await of.onModuleDestroy();
    });
  });

  it('keeps few of those that anybody may have sent', async () => {
    const of = journal();
    for (let n = 0; n < 100; n++) of.note('7', request(START, { isAuthenticated: false }));
    of.note('7', request(START));
    of.note('8', request(START, { isAuthenticated: false }));
    expect(await all(of, { limit: 1_000 })).toHaveLength(61);
    expect(await all(of, { firmId: '8' })).toHaveLength(1);
  });

  it('refuses a cursor of another list', async () => {
    const page = journal().page({
      firmId: '7',
      limit: 1,
      from: undefined,
      to: undefined,
      after: 'WyJ4Il0',
      matches: () => true,
    });
    await expect(page).rejects.toThrow('cursor');
  });
});
