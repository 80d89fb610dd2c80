import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { codesOf, isRefusal } from '#libs/platform/kernel';
import { AccountTypes, Permissions } from '#libs/contexts/codes';
import { countingIds } from '#libs/platform/testing';
import {
  beneficiary,
  creator,
  grant,
  memberFact,
  NOW,
  open,
  restriction,
  sign,
  update,
} from '../test/account-fixtures.js';
import { accepted, refused } from '../test/decide.js';
import type { AccountCommand } from './account-commands.js';
import type { AccountState } from './account-state.js';
import type { AccountEvent } from './account.events.js';
import { account } from './account.js';

const login = fc.constantFrom('jdoe', 'rroe', 'rep', 'advisor', 'trustee1', 'other', '__proto__');

const entitled = { ...creator, entitlements: ['removeRestrictions'] };

const share = fc.integer({ min: 1, max: 10_000 }).map((cents) => (cents / 100).toFixed(2));

const beneficiaries = fc.array(
  share.map((pct) => beneficiary(pct)),
  { maxLength: 3 },
);

const permission = fc.constantFrom(...codesOf(Permissions));

const tickers = fc.uniqueArray(fc.constantFrom('IBM', 'KO', 'PEP'));

const exclusions = fc.array(
  tickers.map(([first = 'F']) => ({ exclusionValue: first })),
  {
    maxLength: 2,
  },
);

const command: fc.Arbitrary<AccountCommand> = fc.oneof(
  fc
    .record({ type: fc.constantFrom(...codesOf(AccountTypes)), tickers })
    .map(({ type, tickers: companies }) =>
      type === 'A'
        ? open(type)
        : open(type, {}, { member: memberFact('jdoe', { tickers: companies }) }),
    ),
  fc
    .record(
      {
        accountName: fc.string({ maxLength: 18 }),
        billingPlanOid: fc.constantFrom('9001', '9002'),
        defaultTaxLotSelection: fc.constantFrom('WLFS', 'FIFO', 'AVGC'),
        longTermTaxRate: share,
        primaryBeneficiaries: beneficiaries,
        contingentBeneficiaries: beneficiaries,
        securityExclusion: exclusions,
      },
      { requiredKeys: [] },
    )
    .map((input) => update(input)),
  fc
    .record({ loginId: login, sha256: fc.constantFrom('a', 'b') })
    .map(({ loginId, sha256 }) => sign(loginId, { sha256 })),
  fc.record({ loginId: login, permission }).map((input) => grant(input)),
  fc.record({ loginId: login, permission }).map(({ loginId, permission: code }) => ({
    type: 'ChangePermission' as const,
    caller: creator,
    loginId,
    input: { permission: code },
  })),
  login.map((loginId) => ({ type: 'RevokePermission' as const, loginId, caller: creator })),
  fc.constant(restriction()),
  fc.integer({ min: 1, max: 12 }).map((number) => ({
    type: 'RemoveRestriction' as const,
    restrictionId: `1${String(number).padStart(9, '0')}`,
    caller: entitled,
  })),
  fc.record({ loginId: login, tickers }).map((input) => ({
    type: 'ApplyOwnerExclusions' as const,
    ...input,
  })),
  fc.constantFrom('9001', '9002').map((billingPlanOid) => ({
    type: 'ChangeBillingPlan' as const,
    billingPlanOid,
    followedAccount: 'RB00000000',
  })),
);

const commands = fc.array(command, { maxLength: 25 });

/** Events of the commands; refused ones have none. */
function run(list: readonly AccountCommand[]): AccountEvent[] {
  const events: AccountEvent[] = [];
  const ids = countingIds();
  let state = account.initial;
  for (const one of list) {
    const decision = account.decide(one, state, { now: NOW, ids });
    if (isRefusal(decision)) continue;
    events.push(...decision);
    state = decision.reduce(account.evolve, state);
  }
  return events;
}

function isRemovalOf020({ type, data }: AccountEvent): boolean {
  return (
    type === 'account.RestrictionLifted' && data.reasonCode === '020' && data.cause === 'request'
  );
}

function folded(events: readonly AccountEvent[], from = account.initial): AccountState {
  return events.reduce(account.evolve, from);
}

describe('whatever is asked of an account', () => {
  it('folding any events in any order does not throw', () => {
    fc.assert(
      fc.property(commands, fc.infiniteStream(fc.nat()), (list, order) => {
        const events = run(list);
        const shuffled = events
          .map((event) => ({ event, key: order.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ event }) => event);
        expect(() => folded(shuffled)).not.toThrow();
      }),
    );
  });

  it('folding a beginning and then the rest is folding the whole', () => {
    fc.assert(
      fc.property(commands, fc.nat(), (list, cut) => {
        const events = run(list);
        const at = cut % (events.length + 1);
        expect(folded(events.slice(at), folded(events.slice(0, at)))).toEqual(folded(events));
      }),
    );
  });

  it('folding leaves the events as they were', () => {
    fc.assert(
      fc.property(commands, (list) => {
        const events = run(list).map((event) => deepFreeze(event));
        expect(() => folded(events)).not.toThrow();
      }),
    );
  });

  it('restriction 020 is there until every required signer has signed or an entitled firm removed it, and not after', () => {
    fc.assert(
      fc.property(commands, (list) => {
        const events = run(list);
        for (let end = 0; end <= events.length; end++) {
          const state = folded(events.slice(0, end));
          // the events of one append become visible together
          const next = events[end]?.type;
          if (!state.opened || next === 'account.AccountRestricted') continue;
          if (next === 'account.RestrictionLifted') continue;
          const signed = new Set(state.signatures.map(({ loginId }) => loginId));
          const complete = state.requiredSigners.every(({ loginId }) => signed.has(loginId));
          const removed = events.slice(0, end).some(isRemovalOf020);
          expect(state.restrictions.some(({ reasonCode }) => reasonCode === '020')).toBe(
            !complete && !removed,
          );
        }
      }),
      { numRuns: 300 },
    );
  });

  it('the creator holds AC for ever, and nobody else ever does', () => {
    fc.assert(
      fc.property(commands, (list) => {
        const state = folded(run(list));
        if (!state.opened) return;
        const creators = state.permissions.filter((one) => one.permission === 'AC');
        expect(creators.map(({ loginId }) => loginId)).toEqual(['advisor']);
      }),
    );
  });

  it('the same command again changes nothing', () => {
    fc.assert(
      fc.property(commands, command, (list, last) => {
        fc.pre(last.type !== 'AddRestriction');
        const once = folded(run([...list, last]));
        expect(folded(run([...list, last, last]))).toEqual(once);
      }),
    );
  });
});

it('shares are accepted exactly when their hundredths add up to 10,000', () => {
  const cents = fc.oneof(
    fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 5 }),
    // a whole, cut into pieces
    fc.uniqueArray(fc.integer({ min: 1, max: 9_999 }), { maxLength: 5 }).map((cuts) => {
      const points = [0, ...cuts.sort((a, b) => a - b), 10_000];
      return points.slice(1).map((point, index) => point - (points[index] ?? 0));
    }),
  );
  fc.assert(
    fc.property(cents, (list) => {
      const primaryBeneficiaries = list.map((share) =>
        beneficiary(`${Math.floor(share / 100)}.${String(share % 100).padStart(2, '0')}`),
      );
      const opening = open('R', { primaryBeneficiaries });
      if (list.reduce((sum, share) => sum + share, 0) === 10_000) {
        expect(accepted(opening)).not.toHaveLength(0);
      } else {
        expect(refused(opening)).toEqual([
          'RULE primaryBeneficiaries account.beneficiary.share.rule',
        ]);
      }
    }),
  );
});

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
