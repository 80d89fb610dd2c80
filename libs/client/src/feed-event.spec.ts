import { expect, it } from '@jest/globals';
import type { FeedEvent, LaterEvent } from './feed-event.js';

const common = {
  specversion: '1.0',
  id: '5f0e9f7c-0001-5000-8000-000000000001',
  source: '/restapi/accounts/RA1',
  time: '2026-03-02T15:00:00.000Z',
  datacontenttype: 'application/json',
  sequence: '1',
  sequencetype: 'Integer',
  position: 'cDc',
} as const;

/** The compiler checks that each case has the data of its type, and that what remains is a later one. */
function inWords(event: FeedEvent): string {
  switch (event.type) {
    case 'brokerage.cash-transaction.created.v1':
      return `${event.data.oid} is ${event.data.status}`;
    case 'brokerage.folio.created.v1':
      return event.data.folioNumber;
    default:
      return event.type;
  }
}

/** The data of types that came later are not known. */
function later(event: LaterEvent): unknown {
  return event.data['anything'];
}

it('type tells what data has, also of types that this client does not know', () => {
  const created: FeedEvent = {
    ...common,
    type: 'brokerage.cash-transaction.created.v1',
    subject: '/restapi/accounts/RA1/cashtransactions/7',
    data: { accountNumber: 'RA1', oid: '7', transactionType: 'AHD', status: 'PD' },
  };
  expect(inWords(created)).toBe('7 is PD');
  const unknown = {
    ...common,
    type: 'brokerage.dividend.paid.v1',
    subject: '/restapi/accounts/RA1/dividends/1',
    data: { accountNumber: 'RA1', anything: 1 },
  } as unknown as LaterEvent;
  expect(inWords(unknown)).toBe('brokerage.dividend.paid.v1');
  expect(later(unknown)).toBe(1);
});
