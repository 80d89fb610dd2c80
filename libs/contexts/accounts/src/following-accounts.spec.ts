import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { isRefusal, type RecordedOf } from '#libs/platform/kernel';
import { derivedIds } from '#libs/platform/runtime';
import { EventCodec } from '#libs/platform/event-store';
import { memberFact, open } from '../test/account-fixtures.js';
import { codesIn, metadata, numberOf, Running } from '../test/running.js';
import { nameClaim } from './account-reservations.js';
import {
  AlignNewAccount,
  CheckNewAccount,
  FollowBillingPlan,
  FollowHoldings,
  FollowIdentityCheck,
} from './account.reactions.js';
import { accountDocuments } from './documents/account.document.js';
import { account } from './domain/account.js';
import type { AccountEvent } from './domain/events.js';
import { newAccountNumber } from './domain/opening.js';
import type { Account } from './domain/state.js';
import { People } from './people.js';

let running: Running;
beforeAll(async () => {
  running = await Running.start();
  await running.firm('member');
});
afterAll(() => running.stop());

const unique = (): string => `m${randomUUID().slice(0, 12)}`;

async function stateOf(accountNumber: string): Promise<Account> {
  const { state } = await running.platform.aggregates.load(account, accountNumber);
  if (!state.opened) throw new Error('not opened');
  return state;
}

async function opened(owner: string, accountName: string, jointOwners?: string[]): Promise<string> {
  const input = { accountName, primaryAccountOwner: owner };
  return numberOf(
    await running.open(jointOwners ? { ...input, accountType: 'J', jointOwners } : input),
  );
}

/** Event of a type in the stream of an account, as the durable subscription would deliver it. */
async function recorded<T extends AccountEvent['type']>(
  accountNumber: string,
  type: T,
  scope?: 'member',
): Promise<RecordedOf<Extract<AccountEvent, { type: T }>>> {
  const stored = [];
  for await (const event of running.platform.eventStore.readStream(`account-${accountNumber}`)) {
    stored.push(event);
  }
  const events = await running.app.get(EventCodec).decode(stored);
  return events.find(
    (event) =>
      event?.type === type &&
      (scope === undefined || (event.data as { scope?: string }).scope === scope),
  ) as never;
}

describe('the name of an account', () => {
  it('a rename frees the old name and takes the new one', async () => {
    const owner = await running.member(unique());
    const accountNumber = await opened(owner, 'Old');
    const commandId = randomUUID();
    const renamed = await running.update(accountNumber, { accountName: 'New' }, { commandId });
    expect(codesIn(renamed)).toEqual([]);
    const repeated = await running.update(accountNumber, { accountName: 'New' }, { commandId });
    expect(repeated).toMatchObject({ repeated: true });
    await opened(owner, 'Old');
    const taken = await running.open({ accountName: 'New', primaryAccountOwner: owner });
    expect(codesIn(taken)).toEqual(['account.unique.name.rule']);
  });

  it('a rename to a taken name is refused with everything else that is wrong', async () => {
    const owner = await running.member(unique());
    await opened(owner, 'Taken');
    const accountNumber = await opened(owner, 'Mine');
    const outcome = await running.update(accountNumber, {
      accountName: 'TAKEN',
      billingPlanOid: '9003',
    });
    expect([...codesIn(outcome)].sort()).toEqual([
      'account.invalid.billing.plan',
      'account.unique.name.rule',
    ]);
  });

  it('a refused rename takes nothing', async () => {
    const owner = await running.member(unique());
    const accountNumber = await opened(owner, 'Mine');
    const stale = await running.update(accountNumber, { accountName: 'Wish' }, { ifMatch: [0] });
    expect(codesIn(stale)).toEqual(['PRECONDITION_FAILED']);
    await opened(owner, 'Wish');
  });

  it('of many renames to one name at once one account gets it', async () => {
    const owner = await running.member(unique());
    const numbers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => opened(owner, `Name ${index}`)),
    );
    const outcomes = await Promise.all(
      numbers.map((accountNumber) => running.update(accountNumber, { accountName: 'Prize' })),
    );
    expect(outcomes.filter((outcome) => codesIn(outcome).length === 0)).toHaveLength(1);
    const names = await Promise.all(numbers.map(async (one) => (await stateOf(one)).details));
    expect(names.filter(({ accountName }) => accountName === 'Prize')).toHaveLength(1);
  });

  it('renames of one account that cross leave its name reserved and all others free', async () => {
    const owner = await running.member(unique());
    const accountNumber = await opened(owner, 'A');
    await Promise.all(
      ['B', 'A', 'C', 'B', 'A'].map((accountName) =>
        running.update(accountNumber, { accountName }),
      ),
    );
    const { accountName: name } = (await stateOf(accountNumber)).details;
    for (const accountName of ['A', 'B', 'C']) {
      const claim = nameClaim('RZ00000000', owner, accountName);
      const free = await running.platform.reservations.reserve(claim, metadata());
      expect([accountName, free]).toEqual([accountName, accountName !== name]);
    }
  });
});

describe('companies of the owners', () => {
  it('are kept out of every account of the owner, present and future', async () => {
    const [owner, partner] = [
      await running.member(unique(), ['KO']),
      await running.member(unique()),
    ];
    const alone = await opened(owner, 'Alone');
    const joint = await opened(partner, 'Joint', [owner]);
    const { events } = await running.holdings(owner, ['IBM', 'PEP']);
    await running.app.get(FollowHoldings).react(events[0] as never);
    for (const accountNumber of [alone, joint, await opened(owner, 'Later')]) {
      const { ownerExclusions } = await stateOf(accountNumber);
      expect(ownerExclusions).toEqual([{ loginId: owner, tickers: ['IBM', 'PEP'] }]);
    }
  });

  it('an older change that is followed late does not undo a newer one', async () => {
    const owner = await running.member(unique());
    const accountNumber = await opened(owner, 'Main');
    const follow = running.app.get(FollowHoldings);
    const older = (await running.holdings(owner, ['IBM'])).events[0] as never;
    const newer = (await running.holdings(owner, ['KO'])).events[0] as never;
    const position = await follow.react(newer);
    expect(position).toBeGreaterThan(0n);
    expect(await follow.react(older)).toBe(position);
    expect((await stateOf(accountNumber)).ownerExclusions).toEqual([
      { loginId: owner, tickers: ['KO'] },
    ]);
  });

  it('that changed while an account was opened reach it by its own event', async () => {
    const owner = await running.member(unique());
    const accountNumber = await opened(owner, 'Race');
    await running.holdings(owner, ['IBM']);
    const event = await recorded(accountNumber, 'account.AccountOpened');
    const check = running.app.get(CheckNewAccount);
    const position = await check.react(event);
    expect(position).toBeGreaterThan(0n);
    expect(await check.react(event)).toBe(position);
    expect((await stateOf(accountNumber)).ownerExclusions).toEqual([
      { loginId: owner, tickers: ['IBM'] },
    ]);
  });

  it('of a corporate firm are kept out of its account', async () => {
    await running.corporateFirm('8001', await running.member(unique()), ['F']);
    const opening = await running.open({
      accountType: 'D',
      accountRegistrationInfo: 'Doe Inc.',
      accountName: 'Company',
      primaryAccountOwner: '8001',
      trustees: [await running.trustee(unique())],
    });
    const { ownerExclusions } = await stateOf(numberOf(opening));
    expect(ownerExclusions).toEqual([{ loginId: '8001', tickers: ['F'] }]);
  });
});

describe('the identity check of a signer', () => {
  const reasonsOf = async (accountNumber: string): Promise<unknown[]> =>
    (await stateOf(accountNumber)).restrictions.map(({ reasonCode, identityOf }) =>
      identityOf === undefined ? reasonCode : [reasonCode, identityOf],
    );

  it('that fails restricts all accounts the member signs for, until it is passed', async () => {
    const [owner, partner] = [await running.member(unique()), await running.member(unique())];
    const accounts = [await opened(owner, 'Alone'), await opened(partner, 'Joint', [owner])];
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
    const rep = await running.member(unique());
    await running.corporateFirm('8002', rep);
    const opening = await running.open({
      accountType: 'D',
      accountRegistrationInfo: 'Doe Inc.',
      accountName: 'Company',
      primaryAccountOwner: '8002',
      trustees: [await running.trustee(unique())],
    });
    const { events } = await running.identity(rep, 'FAILED', 'PASSED');
    await running.app.get(FollowIdentityCheck).react(events[0] as never);
    expect(await reasonsOf(numberOf(opening))).toEqual(['020', ['022', rep]]);
  });

  it('that failed while an account was opened reaches it by its own event', async () => {
    const owner = await running.member(unique());
    const accountNumber = await opened(owner, 'Race');
    await running.identity(owner, 'FAILED', 'PASSED');
    const event = await recorded(accountNumber, 'account.AccountOpened');
    await running.app.get(CheckNewAccount).react(event);
    expect(await reasonsOf(accountNumber)).toEqual(['020', ['022', owner]]);
  });
});

describe('a billing plan at member level (specification, endpoint 3)', () => {
  it('changes on all accounts of the primary owner, and on no others', async () => {
    const [owner, partner] = [await running.member(unique()), await running.member(unique())];
    const [one, two] = [await opened(owner, 'One'), await opened(owner, 'Two')];
    const other = await opened(partner, 'Joint', [owner]);
    const outcome = await running.update(one, { billingPlanOid: '9002' });
    const planOf = async (number: string) => (await stateOf(number)).billingPlanOid;
    expect(await Promise.all([one, two, other].map(planOf))).toEqual(['9002', '9002', '9001']);
    // the answer's position covers what followed
    const followed = await recorded(two, 'account.BillingPlanChanged');
    expect(outcome).toMatchObject({ position: followed.position });
    expect(followed.data).toMatchObject({ scope: 'follows', followedAccount: one });
  });

  it('a new account has the plan of those before it', async () => {
    const [owner, partner] = [await running.member(unique()), await running.member(unique())];
    await opened(owner, 'One');
    const input = { billingPlanOid: '9002', primaryAccountOwner: owner };
    const refusal = await running.open({ ...input, accountName: 'Two' });
    expect(codesIn(refusal)).toEqual(['account.invalid.billing.plan']);
    // the billing owner of a joint account is its primary owner
    const joint = { accountType: 'J', jointOwners: [owner], primaryAccountOwner: partner } as const;
    numberOf(await running.open({ ...joint, accountName: 'Joint', billingPlanOid: '9002' }));
  });

  it("says nothing of the accounts that another firm's client has, neither plan nor name", async () => {
    const owner = await running.member(unique());
    await opened(owner, 'Nest egg');
    await running.firm('member', '7200');
    const input = { billingPlanOid: '9002', primaryAccountOwner: owner, accountName: 'Nest egg' };
    const refusal = await running.open(input, randomUUID(), '7200');
    expect(codesIn(refusal)).toEqual(['account.invalid.primary.owner']);
  });

  it('two accounts opened at the same moment end with the plan of the earlier one', async () => {
    const owner = await running.member(unique());
    const one = await opened(owner, 'One');
    const two = newAccountNumber(derivedIds(randomUUID()));
    // what the second opening saw, it saw before the first
    const command = open(
      'I',
      { accountName: 'Two', billingPlanOid: '9002', primaryAccountOwner: owner },
      { accountNumber: two, member: memberFact(owner), memberPlans: [] },
    );
    const { aggregates } = running.platform;
    expect(isRefusal(await aggregates.handle(account, two, command, metadata()))).toBe(false);
    // both reactions see both accounts
    const { position } = await aggregates.load(account, two);
    await running.platform.readModels.of(accountDocuments).get(two, position);
    const align = running.app.get(AlignNewAccount);
    for (const number of [one, two, two]) {
      await align.react(await recorded(number, 'account.AccountOpened'));
    }
    expect((await stateOf(one)).billingPlanOid).toBe('9001');
    expect((await stateOf(two)).billingPlanOid).toBe('9001');
    const followed = await recorded(two, 'account.BillingPlanChanged');
    expect(followed.data).toMatchObject({ scope: 'follows', followedAccount: one });
  });

  it('changes of two accounts that cross end with one plan on all of them', async () => {
    const owner = await running.member(unique());
    const [one, two] = [await opened(owner, 'One'), await opened(owner, 'Two')];
    const three = await opened(owner, 'Three');
    await running.update(one, { billingPlanOid: '9002' });
    await running.update(two, { billingPlanOid: '9001' });
    const changes = await Promise.all(
      [one, two].map((number) => recorded(number, 'account.BillingPlanChanged', 'member')),
    );
    // as they stand when neither has been followed
    const apart = {
      type: 'ChangeBillingPlan',
      billingPlanOid: '9002',
      followedAccount: two,
    } as const;
    const { aggregates } = running.platform;
    expect(isRefusal(await aggregates.handle(account, one, apart, metadata()))).toBe(false);
    const follow = running.app.get(FollowBillingPlan);
    await Promise.all(changes.map((change) => follow.react(change)));
    const plans = await Promise.all(
      [one, two, three].map(async (number) => (await stateOf(number)).billingPlanOid),
    );
    expect(new Set(plans).size).toBe(1);
  });

  it('of several accounts opened at the same moment all end with the plan of the earliest', async () => {
    const owner = await running.member(unique());
    const numbers: string[] = [];
    for (const billingPlanOid of ['9001', '9002', '9002']) {
      const number = newAccountNumber(derivedIds(randomUUID()));
      // what each opening saw, it saw before the others
      const command = open(
        'I',
        { accountName: number, billingPlanOid, primaryAccountOwner: owner },
        { accountNumber: number, member: memberFact(owner), memberPlans: [] },
      );
      const { aggregates } = running.platform;
      expect(isRefusal(await aggregates.handle(account, number, command, metadata()))).toBe(false);
      numbers.push(number);
    }
    const head = await running.platform.eventStore.head();
    await running.platform.readModels.of(accountDocuments).get(numbers[2]!, head);
    const align = running.app.get(AlignNewAccount);
    // at once in any order, and then as the subscription delivers them
    for (const number of [...numbers].reverse().concat(numbers)) {
      await align.react(await recorded(number, 'account.AccountOpened'));
    }
    const plans = await Promise.all(
      numbers.map(async (number) => (await stateOf(number)).billingPlanOid),
    );
    expect(plans).toEqual(['9001', '9001', '9001']);
  });

  it('a new account has the plan that those before it have by now, whatever documents say', async () => {
    const owner = await running.member(unique());
    const [one, two] = [await opened(owner, 'One'), await opened(owner, 'Two')];
    const { aggregates, readModels } = running.platform;
    const three = newAccountNumber(derivedIds(randomUUID()));
    const command = open(
      'I',
      { accountName: 'Three', billingPlanOid: '9002', primaryAccountOwner: owner },
      { accountNumber: three, member: memberFact(owner), memberPlans: [] },
    );
    expect(isRefusal(await aggregates.handle(account, three, command, metadata()))).toBe(false);
    const { position } = await aggregates.load(account, three);
    const documents = await Promise.all(
      [one, two, three].map((number) => readModels.of(accountDocuments).get(number, position)),
    );
    const stale = documents.flatMap((document) =>
      document === undefined ? [] : [{ ...document, billingPlanOid: '9002' }],
    );
    const looking = jest
      .spyOn(running.app.get(People), 'billedTogether')
      .mockResolvedValueOnce(stale)
      .mockResolvedValueOnce(stale);
    await running.app.get(AlignNewAccount).react(await recorded(three, 'account.AccountOpened'));
    looking.mockRestore();
    expect((await stateOf(three)).billingPlanOid).toBe('9001');
  });

  it('a change that is followed late brings the plan the accounts now have', async () => {
    const owner = await running.member(unique());
    const [one, two] = [await opened(owner, 'One'), await opened(owner, 'Two')];
    await running.update(one, { billingPlanOid: '9002' });
    const first = await recorded(one, 'account.BillingPlanChanged');
    await running.update(one, { billingPlanOid: '9001' });
    const head = await running.platform.eventStore.head();
    await running.app.get(FollowBillingPlan).react(first);
    expect(await running.platform.eventStore.head()).toBe(head);
    expect((await stateOf(two)).billingPlanOid).toBe('9001');
  });
});
