import { expect, it } from '@jest/globals';
import { ActiveBankLinks } from './bank-link.reactions.js';

const bankLinkOid = '100000000000001';
const CANCELLING = { bankLinkOid, status: 'A', cancelling: true };

it.each([
  { title: 'cancelled by a request', now: { status: 'D', cause: 'request' }, refused: true },
  { title: 'cancelled after it otherwise', now: { status: 'D', cause: 'expired' }, refused: false },
  { title: 'active', now: { status: 'A' }, refused: false },
])(
  'what the durable run undid while the request looked again finds the link $title',
  async ({ now, refused }) => {
    const states = [CANCELLING, { ...CANCELLING, ...now }, { status: 'A' }];
    const aggregates = { load: () => Promise.resolve({ state: states.shift() }) };
    const links = new ActiveBankLinks(aggregates as never, undefined as never);
    const hinders = () => Promise.resolve(undefined);
    expect(await links.isCancelled(bankLinkOid, { position: 7n } as never, hinders)).toBe(refused);
  },
);
