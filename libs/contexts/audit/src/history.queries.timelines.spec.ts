import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bankLinkDocuments } from '#libs/contexts/bank-links';
import { EventRegistry } from '#libs/platform/event-store';
import type { ReadPoint } from '#libs/platform/kernel';
import { InvalidCursorError, type Projection } from '#libs/platform/read-models';
import { PATIENCE_MS } from '../../../../test/support/condition.js';
import { changed, ProjectionWorld } from '../../../../test/support/projection-world.js';
import { itemEvents } from '../../attention/src/item.events.js';
import { folioTransactionEvents } from '../../transactions/src/transaction.events.js';
import { itemPlaces, timeline, timelineDocuments } from './history.document.js';
import { type TimelinePage, Timelines } from './history.queries.js';

const ACCOUNT = 'RA00000001';

const SUBJECT = `account:${ACCOUNT}`;

/** Several stretches of the log, each of a few events. */
const EVENTS = 60;

/** Events of items for attention, and before which of these events they happen. */
const ITEMS: Readonly<Record<number, readonly [type: string, id: string, target?: object]>> = {
  5: ['ItemRaised', 'i-1', { targetOid: ACCOUNT, targetOidType: 'A' }],
  6: ['ItemRaised', 'i-2', { targetOid: 'link', targetOidType: 'B' }],
  20: ['ItemViewed', 'i-2'],
  21: ['ItemAgreed', 'i-2'],
  33: ['ItemAgreed', 'i-1'],
  58: ['ItemRecorded', 'i-2', { targetOid: ACCOUNT, targetOidType: 'A' }],
};

/** Events that don't concern the account. */
const OTHERS: typeof ITEMS = {
  7: ['ItemRaised', 'i-3', { targetOid: 'another', targetOidType: 'B' }],
  8: ['ItemRaised', 'i-4', { targetOid: ACCOUNT, targetOidType: null }],
  22: ['ItemAgreed', 'i-3'],
  // from here the item is about something else
  59: ['ItemRecorded', 'i-1', { targetOid: 'RA00000002', targetOidType: 'A' }],
};

const FILLING = 'x'.repeat(40_000);

const registry = new EventRegistry([folioTransactionEvents as never, itemEvents as never]);

const READ_MODELS = [timeline(registry), itemPlaces(registry)] as unknown as Projection[];

describe('timelines', () => {
  let world: ProjectionWorld;
  let timelines: Timelines;
  const positions: string[] = [];
  /** Number of documents read. */
  let found = 0;
  beforeAll(async () => {
    world = await ProjectionWorld.open();
    const item = ([type, id, target]: NonNullable<(typeof ITEMS)[number]>): Promise<bigint> =>
      world.append(`attention.${type}.v1`, { id, loginId: 'jane', ...target }, `ifa-${id}`);
    for (let n = 0; n < EVENTS; n++) {
      const [own, foreign] = [ITEMS[n], OTHERS[n]];
      if (own) positions.push(String(await item(own)));
      if (foreign) await item(foreign);
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
    const runner = world.runner({ projections: READ_MODELS });
    await runner.start();
    await runner.waitFor('all', await world.log.head(), PATIENCE_MS);
    const readModels = world.readModels(READ_MODELS, runner);
    const model = readModels.of(timelineDocuments);
    const counting = changed(model, {
      async find(...asked) {
        const page = await model.find(...asked);
        found += page.items.length;
        return page;
      },
    });
    const links = {
      findAll: ({ equals: [account] }: { equals: string[] }) =>
        Promise.resolve(account === ACCOUNT ? [{ bankLinkOid: 'link' }] : []),
    };
    const models = new Map<unknown, unknown>([
      [timelineDocuments, counting],
      [bankLinkDocuments, links],
    ]);
    timelines = new Timelines({
      of: (asked: typeof timelineDocuments) => models.get(asked) ?? readModels.of(asked),
    } as never);
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

  it.each([1, 7, 20, 65, 66, 67])(
    'give every event once, in pages of %i, both ways',
    async (limit) => {
      const pages = Math.ceil(positions.length / limit);
      expect(await all('oldest', limit)).toEqual({ found: positions, pages });
      expect(await all('newest', limit)).toEqual({ found: positions.toReversed(), pages });
    },
  );

  it('include the items about a bank link', async () => {
    const { places } = await timelines.page('bankLink:link', {
      ...{ order: 'oldest', limit: 9, point: undefined },
    });
    expect(places.map(({ stream, revision }) => [stream, revision])).toEqual([
      ['ifa-i-2', 0],
      ['ifa-i-2', 1],
      ['ifa-i-2', 2],
    ]);
  });

  it.each(['newest', 'oldest'] as const)(
    'read one document for a page that is in it: %s',
    async (order) => {
      found = 0;
      await timelines.page(SUBJECT, { order, limit: 2, point: undefined });
      expect(found).toBe(1);
    },
  );

  it.each([0, 1, 13, EVENTS + 5])('end at a moment of the past: event %i', async (last) => {
    const point = { asOf: BigInt(positions[last] ?? 0), at: '2026-03-02T15:00:00.000Z' } as never;
    const then = positions.slice(0, last + 1);
    expect((await all('oldest', 7, point)).found).toEqual(then);
    expect((await all('newest', 7, point)).found).toEqual(then.toReversed());
  });

  it('know the newest event, and each stream of the subject and of items about it once', async () => {
    const head = await world.log.head();
    expect((await timelines.newest(SUBJECT, head))?.position).toBe(positions.at(-1));
    expect(await timelines.newest('account:RA00000003', head)).toBeUndefined();
    const streams: string[] = [];
    for await (const stream of timelines.streams(SUBJECT, head)) streams.push(stream);
    const own = Array.from({ length: EVENTS }, (_, n) => n).filter((n) => n % 4 !== 3);
    expect(streams).toEqual([...own.map((n) => `folioTransaction-${n}`), 'ifa-i-1', 'ifa-i-2']);
  });

  it.each(['', 'x', '-1', 'MTIz!', Buffer.from('12345678901234567890').toString('base64url')])(
    'refuse the cursor "%s"',
    async (cursor) => {
      const page = timelines.page(SUBJECT, { order: 'newest', limit: 5, cursor, point: undefined });
      await expect(page).rejects.toThrow(InvalidCursorError);
    },
  );
});
