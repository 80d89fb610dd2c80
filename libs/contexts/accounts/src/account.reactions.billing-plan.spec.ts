import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { isRefusal } from '#libs/platform/kernel';
import { derivedIds } from '#libs/platform/runtime';
import { memberFact, open } from '../test/account-fixtures.js';
import { opened, recorded, stateOf, uniqueLogin } from '../test/opened-accounts.js';
import { codesIn, metadata, numberOf, Running } from '../test/running.js';
import { accountDocuments } from './account.document.js';
import { OpeningFactsLookup } from './account.facts.js';
import { account } from './account.js';
import { AlignNewAccount, FollowBillingPlan } from './account.reactions.js';
import { newAccountNumber } from './opening.js';

let running: Running;

beforeAll(async () => {
  running = await Running.start();
  await running.firm('member');
});

afterAll(() => running.stop());

describe('a billing plan at member level [account.billing-level]', () => {
  it('changes on all accounts of the primary owner, and on no others', async () => {
    const [owner, partner] = [
      await running.member(uniqueLogin()),
      await running.member(uniqueLogin()),
    ];
    const [one, two] = [await opened(running, owner, 'One'), await opened(running, owner, 'Two')];
    const other = await opened(running, partner, 'Joint', [owner]);
    const outcome = await running.update(one, { billingPlanOid: '9002' });
    const planOf = async (number: string) => (await stateOf(running, number)).billingPlanOid;
    expect(await Promise.all([one, two, other].map(planOf))).toEqual(['9002', '9002', '9001']);
    // the returned position includes what followed
    const followed = await recorded(running, two, 'account.BillingPlanChanged');
    expect(outcome).toMatchObject({ position: followed.position });
    expect(followed.data).toMatchObject({ scope: 'follows', followedAccount: one });
  });

  it('a new account has the plan of those before it', async () => {
    const [owner, partner] = [
      await running.member(uniqueLogin()),
      await running.member(uniqueLogin()),
    ];
    await opened(running, owner, 'One');
    const input = { billingPlanOid: '9002', primaryAccountOwner: owner };
    const refusal = await running.open({ ...input, accountName: 'Two' });
    expect(codesIn(refusal)).toEqual(['account.invalid.billing.plan']);
    // the billing owner of a joint account is its primary owner
    const joint = { accountType: 'J', jointOwners: [owner], primaryAccountOwner: partner } as const;
    numberOf(await running.open({ ...joint, accountName: 'Joint', billingPlanOid: '9002' }));
  });

  it("says nothing of the accounts that another firm's client has, neither plan nor name", async () => {
    const owner = await running.member(uniqueLogin());
    await opened(running, owner, 'Nest egg');
    await running.firm('member', '7200');
    const input = { billingPlanOid: '9002', primaryAccountOwner: owner, accountName: 'Nest egg' };
    const refusal = await running.open(input, randomUUID(), '7200');
    expect(codesIn(refusal)).toEqual(['account.invalid.primary.owner']);
  });

  it('two accounts opened at the same moment end with the plan of the earlier one', async () => {
    const owner = await running.member(uniqueLogin());
    const one = await opened(running, owner, 'One');
    const two = newAccountNumber(derivedIds(randomUUID()));
    // the second opening read its facts before the first one
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
      await align.react(await recorded(running, number, 'account.AccountOpened'));
    }
    expect((await stateOf(running, one)).billingPlanOid).toBe('9001');
    expect((await stateOf(running, two)).billingPlanOid).toBe('9001');
    const followed = await recorded(running, two, 'account.BillingPlanChanged');
    expect(followed.data).toMatchObject({ scope: 'follows', followedAccount: one });
  });

  it('changes of two accounts that cross end with one plan on all of them', async () => {
    const owner = await running.member(uniqueLogin());
    const [one, two] = [await opened(running, owner, 'One'), await opened(running, owner, 'Two')];
    const three = await opened(running, owner, 'Three');
    await running.update(one, { billingPlanOid: '9002' });
    await running.update(two, { billingPlanOid: '9001' });
    const changes = await Promise.all(
      [one, two].map((number) => recorded(running, number, 'account.BillingPlanChanged', 'member')),
    );
    // as if neither reaction had run
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
      [one, two, three].map(async (number) => (await stateOf(running, number)).billingPlanOid),
    );
    expect(new Set(plans).size).toBe(1);
  });

  it('of several accounts opened at the same moment all end with the plan of the earliest', async () => {
    const owner = await running.member(uniqueLogin());
    const numbers: string[] = [];
    for (const billingPlanOid of ['9001', '9002', '9002']) {
      const number = newAccountNumber(derivedIds(randomUUID()));
      // each opening read its facts before the others
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
    // first inline in any order, then as the subscription delivers them
    for (const number of [...numbers].reverse().concat(numbers)) {
      await align.react(await recorded(running, number, 'account.AccountOpened'));
    }
    const plans = await Promise.all(
      numbers.map(async (number) => (await stateOf(running, number)).billingPlanOid),
    );
    expect(plans).toEqual(['9001', '9001', '9001']);
  });

  it('a new account has the plan that those before it have by now, whatever documents say', async () => {
    const owner = await running.member(uniqueLogin());
    const [one, two] = [await opened(running, owner, 'One'), await opened(running, owner, 'Two')];
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
      .spyOn(running.app.get(OpeningFactsLookup), 'billedTogether')
      .mockResolvedValueOnce(stale)
      .mockResolvedValueOnce(stale);
    await running.app
      .get(AlignNewAccount)
      .react(await recorded(running, three, 'account.AccountOpened'));
    looking.mockRestore();
    expect((await stateOf(running, three)).billingPlanOid).toBe('9001');
  });

  it('a new account looks at one of those before it, as long as they are billed alike', async () => {
    const owner = await running.member(uniqueLogin());
    for (const name of ['One', 'Two', 'Three']) await opened(running, owner, name);
    const four = await opened(running, owner, 'Four');
    const opening = await recorded(running, four, 'account.AccountOpened');
    const reading = jest.spyOn(running.platform.eventStore, 'readStream');
    await running.app.get(AlignNewAccount).react(opening);
    const looks = reading.mock.calls.filter(([, options]) => options?.max === 1);
    reading.mockRestore();
    expect(looks).toHaveLength(1);
  });

  it('a change that is followed late brings the plan the accounts now have', async () => {
    const owner = await running.member(uniqueLogin());
    const [one, two] = [await opened(running, owner, 'One'), await opened(running, owner, 'Two')];
    await running.update(one, { billingPlanOid: '9002' });
    const first = await recorded(running, one, 'account.BillingPlanChanged');
    await running.update(one, { billingPlanOid: '9001' });
    const head = await running.platform.eventStore.head();
    await running.app.get(FollowBillingPlan).react(first);
    expect(await running.platform.eventStore.head()).toBe(head);
    expect((await stateOf(running, two)).billingPlanOid).toBe('9001');
  });
});
