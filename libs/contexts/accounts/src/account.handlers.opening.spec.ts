import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { reservation } from '#libs/platform/event-store';
import { isRefusal } from '#libs/platform/kernel';
import { derivedIds, deriveUuid } from '#libs/platform/runtime';
import { FIRM } from '../test/account-fixtures.js';
import { codesIn, metadata, numberOf, Running } from '../test/running.js';
import type { OpenAccount } from './account-commands.js';
import { claimsOf, nameClaim, ownerClaim } from './account.facts.js';
import { account } from './account.js';
import { newAccountNumber } from './opening.js';

let running: Running;

beforeAll(async () => {
  running = await Running.start();
  await running.firm();
});

afterAll(() => running.stop());

const unique = (): string => `m${randomUUID().slice(0, 12)}`;

const number = (): string => newAccountNumber(derivedIds(randomUUID()));

const corporate = { accountType: 'D', accountRegistrationInfo: 'Doe Inc.' } as const;

let firmIds = 7000;

describe('opening an account', () => {
  it('names every problem at once: shape, rules of other streams, a taken name', async () => {
    const owner = await running.member(unique());
    numberOf(await running.open({ accountName: 'Main', primaryAccountOwner: owner }));
    const outcome = await running.open({
      accountType: 'J',
      accountName: ' MAIN ',
      primaryAccountOwner: owner,
      jointOwners: ['nobody', 'no body\u0000'],
      billingPlanOid: '9003',
    });
    expect([...codesIn(outcome)].sort()).toEqual([
      'account.invalid.billing.plan',
      'account.invalid.joint.owner',
      'account.invalid.joint.owner',
      'account.unique.name.rule',
    ]);
  });

  it('of 200 with the same name at once one is opened', async () => {
    const owner = await running.member(unique());
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, () =>
        running.open({ accountName: 'Savings', primaryAccountOwner: owner }),
      ),
    );
    const opened = outcomes.filter((outcome) => !isRefusal(outcome));
    expect(opened).toHaveLength(1);
    const codes = new Set(outcomes.filter(isRefusal).flatMap(codesIn));
    expect([...codes]).toEqual(['account.unique.name.rule']);
    // the others left no reservations
    const { aggregates, reservations } = running.platform;
    const owning = await aggregates.load(reservation, reservations.key(ownerClaim('', owner)));
    expect([...owning.state.values()]).toEqual([{ mode: 'shared', confirmed: true }]);
  });

  it('the same name is free for another owner', async () => {
    const [one, other] = [await running.member(unique()), await running.member(unique())];
    numberOf(await running.open({ accountName: 'Savings', primaryAccountOwner: one }));
    numberOf(await running.open({ accountName: 'Savings', primaryAccountOwner: other }));
  });

  it('the same command again, also at the same time, is one account and the same answer', async () => {
    const input = { accountName: 'Once', primaryAccountOwner: await running.member(unique()) };
    const commandId = randomUUID();
    const together = await Promise.all([1, 2, 3].map(() => running.open(input, commandId)));
    const later = await running.open(input, commandId);
    const [first] = together;
    for (const outcome of [...together, later]) {
      expect(numberOf(outcome)).toBe(numberOf(first!));
      expect(outcome).toMatchObject({ revision: 3 });
    }
    expect(later).toMatchObject({ repeated: true });
    const other = await running.open(input);
    expect(codesIn(other)).toEqual(['account.unique.name.rule']);
  });

  it('the same command after a rename does not take the old name again', async () => {
    const input = { accountName: 'Born', primaryAccountOwner: await running.member(unique()) };
    const commandId = randomUUID();
    const accountNumber = numberOf(await running.open(input, commandId));
    await running.update(accountNumber, { accountName: 'Renamed' });
    expect(numberOf(await running.open(input, commandId))).toBe(accountNumber);
    expect(codesIn(await running.open(input))).toEqual([]);
  });

  it("a number that is another account's is passed over", async () => {
    const [taker, owner] = [await running.member(unique()), await running.member(unique())];
    const commandId = randomUUID();
    const ids = derivedIds(deriveUuid(commandId, 'account-number'));
    const [taken, next] = [newAccountNumber(ids), newAccountNumber(ids)];
    await append(taken, taker, 'Taken');
    const input = { accountName: 'Mine', primaryAccountOwner: owner };
    expect(numberOf(await running.open(input, commandId))).toBe(next);
    expect(numberOf(await running.open(input, commandId))).toBe(next);
  });

  it('a firm has one account, however many are opened at once', async () => {
    const firmId = String(firmIds++);
    await running.corporateFirm(firmId, await running.member(unique()));
    const trustees = [await running.trustee(unique())];
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        running.open({
          ...corporate,
          accountName: `Company ${index}`,
          primaryAccountOwner: firmId,
          trustees,
        }),
      ),
    );
    expect(outcomes.filter((outcome) => !isRefusal(outcome))).toHaveLength(1);
    expect(new Set(outcomes.flatMap(codesIn))).toEqual(
      new Set(['account.firm.single.account.rule']),
    );
  });

  it('a firm rep owns no account, alone or with others', async () => {
    const [rep, owner] = [await running.member(unique()), await running.member(unique())];
    const claim = { ...ownerClaim('', rep), holder: 'firm:1', mode: 'exclusive' } as const;
    expect(await running.platform.reservations.reserve(claim, metadata())).toBe(true);
    const alone = await running.open({ accountName: 'Mine', primaryAccountOwner: rep });
    expect(codesIn(alone)).toEqual(['account.invalid.primary.owner']);
    const joint = { accountType: 'J', accountName: 'Ours', primaryAccountOwner: owner } as const;
    const together = await running.open({ ...joint, jointOwners: [rep] });
    expect(codesIn(together)).toEqual(['account.invalid.joint.owner']);
    // the refused ones left no reservations
    const accepted = await running.open({
      ...joint,
      jointOwners: [await running.member(unique())],
    });
    expect(codesIn(accepted)).toEqual([]);
    const exclusive = { ...ownerClaim('', owner), holder: 'firm:2', mode: 'exclusive' } as const;
    expect(await running.platform.reservations.reserve(exclusive, metadata())).toBe(false);
  });
});

describe('a process that dies', () => {
  it('after reserving leaves nothing once swept', async () => {
    const owner = await running.member(unique());
    const claims = claimsOf({
      accountNumber: number(),
      accountType: 'I',
      accountName: 'Lost',
      primaryAccountOwner: owner,
      jointOwners: [],
    });
    for (const claim of claims) await running.platform.reservations.reserve(claim, metadata());
    const input = { accountName: 'Lost', primaryAccountOwner: owner };
    expect(codesIn(await running.open(input))).toEqual(['account.unique.name.rule']);
    await running.sweep();
    expect(codesIn(await running.open(input))).toEqual([]);
  });

  it('after the append leaves an account that keeps its name', async () => {
    const owner = await running.member(unique());
    const accountNumber = number();
    const claim = nameClaim(accountNumber, owner, 'Kept');
    await running.platform.reservations.reserve(claim, metadata());
    await append(accountNumber, owner, 'Kept');
    await running.sweep();
    const again = await running.open({ accountName: 'kept', primaryAccountOwner: owner });
    expect(codesIn(again)).toEqual(['account.unique.name.rule']);
  });
});

/** Appends an account to its stream without any reservation. */
async function append(accountNumber: string, owner: string, accountName: string): Promise<void> {
  const member = { loginId: owner, firmId: FIRM, cipStatus: 'PASSED', tickers: [] } as const;
  const command: OpenAccount = {
    type: 'OpenAccount',
    input: { accountType: 'I', accountName, billingPlanOid: '9001', primaryAccountOwner: owner },
    facts: {
      accountNumber,
      firmId: FIRM,
      createdBy: 'advisor',
      member: { ...member, isFirmRep: false, transState: 'RM' },
      jointOwners: [],
      trustees: [],
      billingPlan: { billingPlanType: 'A' },
      memberPlans: [],
      nameTaken: false,
    },
  };
  const { aggregates } = running.platform;
  expect(isRefusal(await aggregates.handle(account, accountNumber, command, metadata()))).toBe(
    false,
  );
}
