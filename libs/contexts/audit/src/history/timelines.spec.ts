import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ReadPoint } from '#libs/platform/kernel';
import { InvalidCursorError } from '#libs/platform/read-models';
import { PATIENCE_MS } from '../../../../../test/support/condition.js';
import { changed, ProjectionWorld } from '../../../../../test/support/projection-world.js';
import { timeline } from './timeline.projection.js';
import { type TimelinePage, Timelines } from './timelines.js';

const ACCOUNT = 'RA00000001';
const SUBJECT = `account:${ACCOUNT}`;
/** Several stretches of the log, each of a few events. */
const EVENTS = 60;
const FILLING = 'x'.repeat(40_000);

describe('timelines', () => {
  let world: ProjectionWorld;
  let timelines: Timelines;
  const positions: string[] = [];
  /** Documents that were read. */
  let found = 0;
  beforeAll(async () => {
    world = await ProjectionWorld.open();
    for (let n = 0; n < EVENTS; n++) {
      const data = { accountNumber: ACCOUNT, transactionId: String(n), FILLING };
      // Every fourth event corrects the transaction before.
      const corrects = n % 4 === 3;
      const stream = `folioTransaction-${corrects ? n - 1 : n}`;
      const type = `folioTransaction.Transaction${corrects ? 'Corrected' : 'Reported'}.v1`;
      positions.push(String(await world.append(type, data, stream)));
      const other = { accountNumber: 'RA00000002', transactionId: String(n) };
      await world.append(
        'folioTransaction.TransactionReported.v1',
        other,
        `folioTransaction-b${n}`,
      );
    }
    const runner = world.runner({ projections: [timeline] });
    await runner.start();
    await runner.waitFor('all', await world.log.head(), PATIENCE_MS);
    const model = world.readModels([timeline], runner).of(timeline);
    const counting = changed(model, {
      async find(...asked) {
        const page = await model.find(...asked);
        found += page.items.length;
        return page;
      },
    });
    timelines = new Timelines({ of: () => counting } as never);
  });
  afterAll(() => world.close());

  /** The positions of all pages, and how many pages there were. */
  async function all(order: TimelinePage['order'], limit: number, point?: ReadPoint) {
    const found: string[] = [];
    let pages = 0;
    let cursor: string | undefined;
    do {
      const page = await timelines.page(SUBJECT, { order, limit, cursor, point });
      expect(page.places.length).toBeLessThanOrEqual(limit);
      found.push(...page.places.map(({ position }) => position));
      cursor = page.next;
      pages += 1;
    } while (cursor !== undefined);
    return { found, pages };
  }

  it.each([1, 7, 20, 59, 60, 61])(
    'give every event once, in pages of %i, both ways',
    async (limit) => {
      const pages = Math.ceil(EVENTS / limit);
      expect(await all('oldest', limit)).toEqual({ found: positions, pages });
      expect(await all('newest', limit)).toEqual({ found: positions.toReversed(), pages });
    },
  );

  it.each(['newest', 'oldest'] as const)(
    'read one document for a page that is in it: %s',
    async (order) => {
      found = 0;
      await timelines.page(SUBJECT, { order, limit: 2, point: undefined });
      expect(found).toBe(1);
    },
  );

  it.each([0, 1, 13, EVENTS - 1])('end at a moment of the past: event %i', async (last) => {
    const point = { asOf: BigInt(positions[last] ?? 0), at: '2026-03-02T15:00:00.000Z' } as never;
    const then = positions.slice(0, last + 1);
    expect((await all('oldest', 7, point)).found).toEqual(then);
    expect((await all('newest', 7, point)).found).toEqual(then.toReversed());
  });

  it('know the newest event, and each stream that began as the own one, once', async () => {
    const head = await world.log.head();
    expect((await timelines.newest(SUBJECT, head))?.position).toBe(positions.at(-1));
    expect(await timelines.newest('account:RA00000003', head)).toBeUndefined();
    const streams: string[] = [];
    for await (const stream of timelines.streams(SUBJECT, head)) streams.push(stream);
    const own = positions.map((_, n) => n).filter((n) => n % 4 !== 3);
    expect(streams).toEqual(own.map((n) => `folioTransaction-${n}`));
  });

  it.each(['', 'x', '-1', 'MTIz!', Buffer.from('12345678901234567890').toString('base64url')])(
    'refuse the cursor "%s"',
    async (cursor) => {
      const page = timelines.page(SUBJECT, { order: 'newest', limit: 5, cursor, point: undefined });
      await expect(page).rejects.toThrow(InvalidCursorError);
    },
  );
});
