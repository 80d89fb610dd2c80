import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { opened, recorded, stateOf, uniqueLogin } from '../test/opened-accounts.js';
import { numberOf, Running } from '../test/running.js';
import { CheckNewAccount, FollowHoldings, FollowIdentityCheck } from './account.reactions.js';

let running: Running;

beforeAll(async () => {
  running = await Running.start();
  await running.firm();
});

afterAll(() => running.stop());

describe('companies of the owners', () => {
  it('are kept out of every account of the owner, present and future', async () => {
    const [owner, partner] = [
      await running.member(uniqueLogin(), ['KO']),
      await running.member(uniqueLogin()),
    ];
    const alone = await opened(running, owner, 'Alone');
    const joint = await opened(running, partner, 'Joint', [owner]);
    const { events } = await running.holdings(owner, ['IBM', 'PEP']);
    await running.app.get(FollowHoldings).react(events[0] as never);
    for (const accountNumber of [alone, joint, await opened(running, owner, 'Later')]) {
      const { ownerExclusions } = await stateOf(running, accountNumber);
      expect(ownerExclusions).toEqual([{ loginId: owner, tickers: ['IBM', 'PEP'] }]);
    }
  });

  it('an older change that is followed late does not undo a newer one', async () => {
    const owner = await running.member(uniqueLogin());
    const accountNumber = await opened(running, owner, 'Main');
    const follow = running.app.get(FollowHoldings);
    const older = (await running.holdings(owner, ['IBM'])).events[0] as never;
    const newer = (await running.holdings(owner, ['KO'])).events[0] as never;
    const position = await follow.react(newer);
    expect(position).toBeGreaterThan(0n);
    expect(await follow.react(older)).toBe(position);
    expect((await stateOf(running, accountNumber)).ownerExclusions).toEqual([
      { loginId: owner, tickers: ['KO'] },
    ]);
  });

  it('that changed while an account was opened reach it by its own event', async () => {
    const owner = await running.member(uniqueLogin());
    const accountNumber = await opened(running, owner, 'Race');
    await running.holdings(owner, ['IBM']);
    const event = await recorded(running, accountNumber, 'account.AccountOpened');
    const check = running.app.get(CheckNewAccount);
    const position = await check.react(event);
    expect(position).toBeGreaterThan(0n);
    expect(await check.react(event)).toBe(position);
    expect((await stateOf(running, accountNumber)).ownerExclusions).toEqual([
      { loginId: owner, tickers: ['IBM'] },
    ]);
  });

  it('of a corporate firm are kept out of its account', async () => {
    await running.corporateFirm('8001', await running.member(uniqueLogin()), ['F']);
    const opening = await running.open({
      accountType: 'D',
      accountRegistrationInfo: 'Doe Inc.',
      accountName: 'Company',
      primaryAccountOwner: '8001',
      trustees: [await running.trustee(uniqueLogin())],
    });
    const { ownerExclusions } = await stateOf(running, numberOf(opening));
    expect(ownerExclusions).toEqual([{ loginId: '8001', tickers: ['F'] }]);
  });
});

describe('the identity check of a signer', () => {
  const reasonsOf = async (accountNumber: string): Promise<unknown[]> =>
    (await stateOf(running, accountNumber)).restrictions.map(({ reasonCode, identityOf }) =>
      identityOf === undefined ? reasonCode : [reasonCode, identityOf],
    );

  it('that fails restricts all accounts the member signs for, until it is passed', async () => {
    const [owner, partner] = [
      await running.member(uniqueLogin()),
      await running.member(uniqueLogin()),
    ];
    const accounts = [
      await opened(running, owner, 'Alone'),
      await opened(running, partner, 'Joint', [owner]),
    ];
    const follow = running.app.get(FollowIdentityCheck);
    const failed = (await running.identity(owner, 'FAILED', 'PASSED')).events[0] as never;
    const position = await follow.react(failed);
    expect(position).toBeGreaterThan(0n);
    expect(await follow.react(failed)).toBe(position);
    for (const one of accounts) expect(await reasonsOf(one)).toEqual(['020', ['022', owner]]);
    await follow.react((await running.identity(owner, 'PASSED', 'FAILED')).events[0] as never);
    await follow.react(failed);
    for (const one of accounts) expect(await reasonsOf(one)).toEqual(['020']);
  });

  it('of a firm rep restricts the account of the firm', async () => {
    const rep = await running.member(uniqueLogin());
    await running.corporateFirm('8002', rep);
    const opening = await running.open({
      accountType: 'D',
      accountRegistrationInfo: 'Doe Inc.',
      accountName: 'Company',
      primaryAccountOwner: '8002',
      trustees: [await running.trustee(uniqueLogin())],
    });
    const { events } = await running.identity(rep, 'FAILED', 'PASSED');
    await running.app.get(FollowIdentityCheck).react(events[0] as never);
    expect(await reasonsOf(numberOf(opening))).toEqual(['020', ['022', rep]]);
  });

  it('that failed while an account was opened reaches it by its own event', async () => {
    const owner = await running.member(uniqueLogin());
    const accountNumber = await opened(running, owner, 'Race');
    await running.identity(owner, 'FAILED', 'PASSED');
    const event = await recorded(running, accountNumber, 'account.AccountOpened');
    await running.app.get(CheckNewAccount).react(event);
    expect(await reasonsOf(accountNumber)).toEqual(['020', ['022', owner]]);
  });
});
