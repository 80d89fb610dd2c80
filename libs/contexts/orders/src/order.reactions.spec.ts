import { describe, expect, it } from '@jest/globals';
import { closedRefusal } from '#libs/contexts/accounts';
import { isRefusal, pick } from '#libs/platform/kernel';
import { LATER } from '../test/deciding.js';
import { order, securityOrder } from '../test/order-fixtures.js';
import type { Order, OrderContent } from './order.events.js';
import { LookAgainAtOrder } from './order.reactions.js';

/** What the second look finds when it comes. */
interface Found {
  readonly accountClosed?: boolean;
  readonly accountWasClosed?: boolean;
  readonly folioClosed?: boolean;
  readonly folioWasClosed?: boolean;
  readonly unreported?: boolean;
  /** Whether the durable run has undone the event meanwhile, so that nothing is unreported any more. */
  readonly undone?: boolean;
}

const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T)[];

/** A change of an order that was known. */
interface Amended {
  readonly before: Order;
  readonly changes: Partial<OrderContent>;
}

/**
 * Looks again at a report of a filled order, or at a change of one; returns the commands that undo it, and the code of the refusal.
 */
async function look(found: Found, fields: object = {}, amended?: Amended) {
  const sent: unknown[] = [];
  const is = (value = false) => Promise.resolve(value);
  const commands = {
    execute: (_decider: unknown, _id: string, command: unknown) => {
      sent.push(command);
      return Promise.resolve({ events: [{}], position: 9n });
    },
  };
  const accounts = {
    wasClosed: () => is(found.accountWasClosed),
    refusalOf: () => Promise.resolve(found.accountClosed ? closedRefusal() : undefined),
  };
  const folios = {
    wasClosed: () => is(found.folioWasClosed),
    isClosed: () => is(found.folioClosed),
  };
  const fills = { ofOrder: () => Promise.resolve(found.unreported ? 'Shares.' : undefined) };
  const reported = order({ state: 'F', ...fields });
  const now = amended ? { ...amended.before, ...amended.changes } : reported;
  const undone = amended?.before ?? order({ ...reported, state: 'R' });
  let loads = 0;
  const load = (_decider: unknown, _id: string, asOf?: bigint) => {
    if (asOf !== undefined) return Promise.resolve({ state: amended?.before });
    const isFirstOfCorrection = amended !== undefined && loads++ === 0;
    return Promise.resolve({ state: found.undone && !isFirstOfCorrection ? undone : now });
  };
  const secondLook = new LookAgainAtOrder(
    { load } as never,
    commands as never,
    accounts as never,
    folios as never,
    fills as never,
  );
  const recorded = { type: 'order.OrderRecorded', data: reported };
  const answer = await secondLook.react({
    ...(amended ? { type: 'order.OrderAmended', data: amended } : recorded),
    id: '00000000-0000-4000-8000-000000000007',
    metadata: {},
    position: 7n,
  } as never);
  const [problem] = isRefusal(answer) ? answer.problems : [];
  return { sent, refused: problem?.errorCode };
}

describe('the second look at a report of a filled order', () => {
  const STAYS = { sent: [], refused: undefined };
  const sent = [{ type: 'RejectOrder', reported: 'F' }];

  it.each<[string, Found]>([
    ['all is open', {}],
    ['account and folio were closed in order since', { accountClosed: true, folioClosed: true }],
    [
      'it is of the past of a closed folio',
      { folioClosed: true, folioWasClosed: true, unreported: true },
    ],
  ])('lets it stay: %s', async (_title, found) => {
    expect(await look(found)).toEqual(STAYS);
  });

  it.each<[string, Found, string]>([
    ['the account was closed before', { accountWasClosed: true }, 'account.closed.rule'],
    ['the account missed it', { accountClosed: true, unreported: true }, 'account.closed.rule'],
    ['the folio missed it', { folioClosed: true, unreported: true }, 'folio.closed.rule'],
    [
      'undone as the account was closed',
      { accountClosed: true, undone: true },
      'account.closed.rule',
    ],
    ['undone as the folio was closed', { folioClosed: true, undone: true }, 'folio.closed.rule'],
  ])('takes it back with its fills: %s', async (_title, found, refused) => {
    expect(await look(found)).toEqual({ sent, refused });
  });

  it.each<[string, Found, string | undefined]>([
    ['all is open', {}, undefined],
    ['the account was closed before', { accountWasClosed: true }, 'account.closed.rule'],
    ['the account missed it', { accountClosed: true, unreported: true }, 'account.closed.rule'],
    ['the folio missed it', { folioClosed: true, unreported: true }, 'folio.closed.rule'],
    ['it is undone meanwhile', { accountClosed: true, undone: true }, 'account.closed.rule'],
    ['it is undone meanwhile', { folioClosed: true, undone: true }, 'folio.closed.rule'],
    [
      'the folio was closed before',
      { folioClosed: true, folioWasClosed: true, unreported: true },
      'folio.closed.rule',
    ],
  ])('of one that was over: more shares, and %s', async (_title, found, refused) => {
    const before = order({ state: 'C', securityOrders: [securityOrder({ state: 'C' })] });
    const more = [securityOrder({ state: 'C', filledShareAmount: '2' })];
    const changes = { securityOrders: more, modificationTimestamp: LATER };
    const command = { type: 'RestoreOrder', changes: pick(before, ...keysOf(changes)) };
    expect(await look(found, {}, { before, changes })).toEqual(
      refused === undefined ? STAYS : { sent: [command], refused },
    );
    // it takes nothing back that is not about shares
    const prices = [securityOrder({ state: 'C', filledPrice: '7' })];
    const corrected = { before, changes: { securityOrders: prices } };
    expect(await look(found, {}, corrected)).toEqual(STAYS);
    const isOpen = { before: order(), changes };
    expect(await look(found, {}, isOpen)).toEqual(STAYS);
  });

  it('lets the purchase of a private placement stay, which has no shares', async () => {
    expect(await look({ accountWasClosed: true }, { creationMethod: 'P' })).toEqual(STAYS);
  });
});
