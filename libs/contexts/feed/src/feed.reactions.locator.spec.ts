import { describe, expect, it } from '@jest/globals';
import { EventRegistry } from '#libs/platform/event-store';
import type { Recorded } from '#libs/platform/kernel';
import { itemEvents } from '../../attention/src/item.events.js';
import { AccountLocator } from './feed.reactions.js';

const [ONE, TWO] = ['RA00000001', 'RA00000002'];

const LINK = '0b6f2f3e-7a55-4d0c-9d4a-0d7c1f1f2a3b';

const FIRM = '7';

const registry = new EventRegistry([itemEvents as never]);

type Event = Pick<Recorded, 'type' | 'data'>;

const opened: Event = { type: 'account.AccountOpened', data: { firmId: FIRM } };

const about = (targetOid: string | null, targetOidType: string | null): Event => ({
  type: 'attention.ItemRaised',
  data: { targetOid, targetOidType },
});

const viewed: Event = { type: 'attention.ItemViewed', data: {} };

/** Finds the account of an item's event at a revision; `read` lists the streams it reads. */
async function locate(
  item: readonly Event[],
  revision: number,
): Promise<{ found: unknown; read: string[] }> {
  const read: string[] = [];
  const streams: Readonly<Record<string, readonly Event[]>> = {
    item,
    [`account-${ONE}`]: [opened],
    [`account-${TWO}`]: [opened],
    [`bankLink-${LINK}`]: [{ type: 'bankLink.BankLinkCreated', data: { accountNumber: TWO } }],
  };
  const store = {
    async *readStream(stream: string, options: { from?: number; direction?: string }) {
      read.push(stream);
      const events = streams[stream] ?? [];
      const { from = events.length - 1 } = options;
      const some = options.direction === 'backwards' ? events.slice(0, from + 1).reverse() : events;
      for (const event of some) yield await Promise.resolve(event);
    },
  };
  const codec = { decodeSealed: (events: readonly Event[]) => events };
  const locator = new AccountLocator(store as never, codec as never, registry);
  const event = { ...item[revision], stream: 'item', revision } as Recorded;
  return { found: await locator.locate(event), read };
}

describe('AccountLocator', () => {
  it.each<[string, readonly Event[], number, string | undefined]>([
    ['the account it is about', [about(ONE, 'A')], 0, ONE],
    ['the account of the bank link it is about', [about(LINK, 'B')], 0, TWO],
    ['what it was last said to be about', [about(ONE, 'A'), about(TWO, 'A'), viewed], 2, TWO],
    ['what it was about then', [about(ONE, 'A'), about(TWO, 'A')], 0, ONE],
    ['none once it is about nothing', [about(ONE, 'A'), about(null, null), viewed], 2, undefined],
    ['none where it never said', [viewed], 0, undefined],
    ['none for an account that is not there', [about('RA00000009', 'A')], 0, undefined],
  ])('finds of an item %s', async (_what, item, revision, accountNumber) => {
    const { found } = await locate(item, revision);
    expect(found).toEqual(accountNumber && { accountNumber, firmId: FIRM });
  });

  it('reads nothing from the log for anything but bank links', async () => {
    expect(await locate([about('no oid', 'B')], 0)).toEqual({ found: undefined, read: ['item'] });
  });
});
