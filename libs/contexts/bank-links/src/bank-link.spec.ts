import { describe, expect, it } from '@jest/globals';
import { type Problem } from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import {
  begun,
  cancel,
  cancelled,
  create,
  created,
  EXPIRES,
  mismatched,
  NOW,
  RIGHT,
  sent,
  takenBack,
  verified,
  verify,
  verifyOwner,
  waiting,
} from '../test/bank-link-fixtures.js';
import {
  bankLink,
  finalFailure,
  statusAt,
  verificationFailure,
  wrongAmounts,
} from './bank-link.js';

const rules = specification(bankLink);

const given: typeof rules.given = (history) => rules.given(history);

const notFoundProblem: Problem = {
  type: 'NOT_FOUND',
  message: 'The resource does not exist.',
};

const LAST_MOMENT = '2026-03-16T14:59:59.999Z';

const codeOf = (problem: Problem | undefined): string | undefined => problem?.errorCode;

function refusedFor(
  history: Parameters<typeof given>[0],
  command: Parameters<ReturnType<typeof given>['when']>[0],
): (string | undefined)[] {
  const state = history.reduce(bankLink.evolve, bankLink.initial);
  const decision = bankLink.decide(command, state, { now: NOW, ids: undefined as never });
  if (!('problems' in decision)) throw new Error('not refused');
  return decision.problems.map(codeOf);
}

describe('a bank link is created', () => {
  it('with every field', () => {
    given([]).when(create()).then([created]);
  });

  it('only for an owner of the account who has not yet linked the bank account', () => {
    expect(refusedFor([], create({ taken: true }))).toEqual(['banklink.unique.bank.account.rule']);
  });

  it('without revealing what a member who does not own the account has linked', () => {
    const nobody = { ownerKnown: false, isOwner: false, taken: true };
    expect(refusedFor([], create(nobody))).toEqual(['banklink.no.member.found.for.loginid']);
    const other = { isOwner: false, taken: true };
    expect(refusedFor([], create(other))).toEqual(['banklink.loginid.provide.not.account.owner']);
  });

  it('not under an id that is in use', () => {
    given([created])
      .when(create())
      .thenRefused([{ type: 'CONFLICT', message: 'The id is in use.' }], 'conflict');
  });
});

describe('micro-deposits', () => {
  const confirm = { type: 'ConfirmMicroDeposits', amountsKey: RIGHT } as const;

  it('are confirmed once and expire after 14 days', () => {
    given([created]).when(confirm).then([sent]);
    given(waiting).when(confirm).thenNothing();
    given([]).when(confirm).thenNothing();
  });

  it('that expire unconfirmed cancel the link, and no other', () => {
    const expire = { type: 'ExpireMicroDeposits' } as const;
    given(waiting)
      .at(EXPIRES)
      .when(expire)
      .then([cancelled('expired')]);
    given(waiting).at(LAST_MOMENT).when(expire).thenNothing();
    given([...waiting, verified('owner')])
      .at(EXPIRES)
      .when(expire)
      .thenNothing();
    given([...waiting, cancelled('request')])
      .at(EXPIRES)
      .when(expire)
      .thenNothing();
    given([created]).at(EXPIRES).when(expire).thenNothing();
    given([]).at(EXPIRES).when(expire).thenNothing();
  });
});

describe('verification by micro-deposits [bank-link.verify]', () => {
  it('accepts the right amounts until the last moment', () => {
    given(waiting)
      .at(LAST_MOMENT)
      .when(verify(RIGHT))
      .then([verified('microDeposits')]);
  });

  it('counts wrong amounts and cancels with the last ones', () => {
    given(waiting)
      .when(verify('x'))
      .then([mismatched(2)]);
    given([...waiting, mismatched(2)])
      .when(verify('x'))
      .then([mismatched(1)]);
    given([...waiting, mismatched(2), mismatched(1)])
      .when(verify('x'))
      .then([mismatched(0), cancelled('attempts')]);
  });

  it('never counts below zero after the limit was lowered', () => {
    given([...waiting, mismatched(2), mismatched(1)])
      .when(verify('x', { attempts: 1 }))
      .then([mismatched(0), cancelled('attempts')]);
  });

  it('changes nothing on a verified link, with any amounts at any time', () => {
    for (const method of ['microDeposits', 'owner'] as const) {
      given([...waiting, verified(method)])
        .at('2027-01-01T00:00:00.000Z')
        .when(verify('x'))
        .thenNothing();
    }
  });

  it('cancels a link whose deposits have expired, with any amounts', () => {
    given(waiting)
      .at(EXPIRES)
      .when(verify(RIGHT))
      .then([cancelled('expired')]);
  });

  it('refuses a link at D and one whose deposits are in transit', () => {
    given([...waiting, cancelled('request')])
      .when(verify(RIGHT))
      .thenRefused([finalFailure()]);
    expect(refusedFor([created], verify(RIGHT))).toEqual(['banklink.verification.in.process.rule']);
  });

  it('refuses a stale If-Match only if the caller may see the link', () => {
    const stale = { expectedRevision: [0] };
    const message = 'The resource has changed since it was read.';
    given(waiting)
      .when(verify('x', stale))
      .thenRefused([{ type: 'PRECONDITION_FAILED', message }], 'precondition_failed');
    given(waiting)
      .when(verify('x', { expectedRevision: [1] }))
      .then([mismatched(2)]);
    expect(refusedFor([], verify('x', stale))).toEqual(['banklink.not.owned.by.account']);
  });

  it('reports only the first failing check, in order [bank-link.check-order]', () => {
    const deleted = [...waiting, cancelled('request')];
    const steps = [
      ['banklink.api.user.not.found.internal.error', { callerKnown: false }],
      [
        'banklink.api.user.needs.money.mover.or.better.permissions.for.account',
        { access: 'forbidden' },
      ],
      ['banklink.no.member.found.for.loginid', { ownerKnown: false }],
      ['banklink.loginid.provide.not.account.owner', { isOwner: false }],
    ] as const;
    steps.forEach(([code], index) => {
      const facts = Object.assign({}, ...steps.slice(index).map(([, fact]) => fact)) as object;
      expect(refusedFor(deleted, verify('x', { accountNumber: 'RB00000000' }, facts))).toEqual([
        code,
      ]);
    });
    const elsewhere = verify('x', { accountNumber: 'RB00000000' });
    expect(refusedFor(deleted, elsewhere)).toEqual(['banklink.not.owned.by.account']);
    const unseen = { access: 'not-found', ownerKnown: false, isOwner: false } as const;
    expect(refusedFor(waiting, verify('x', {}, unseen))).toEqual(['banklink.not.owned.by.account']);
  });

  it('derives the response from its events', () => {
    expect(verificationFailure([])).toBeUndefined();
    expect(verificationFailure([verified('microDeposits')])).toBeUndefined();
    expect(verificationFailure([mismatched(2)])).toEqual(wrongAmounts(2));
    expect(verificationFailure([mismatched(0), cancelled('attempts')])).toEqual(finalFailure());
    expect(verificationFailure([cancelled('expired')])).toEqual(finalFailure());
  });

  it('has the specified messages', () => {
    expect(wrongAmounts(1).message).toBe('Remaining Attempts=1');
    expect(finalFailure().message).toBe('Banklink status=D');
  });

  it('looks at ids and op first [bank-link.check-order]', () => {
    const failure = (body: Parameters<typeof verify>[3]): unknown =>
      refusedFor(waiting, verify(RIGHT, {}, { callerKnown: false }, body));
    expect(failure({ bankLinkOid: '5', op: 'delete' })).toEqual(['uri.matching.rule']);
    expect(failure({ op: 'delete' })).toEqual([
      'banklink.invalid.operation.should.be.delete.verify_md.or.verify_own',
    ]);
  });
});

const decide = (transactionsInProcess: boolean) =>
  ({ type: 'DecideCancellation', transactionsInProcess }) as const;

describe('cancelling [bank-link.cancel]', () => {
  it('an active link, verified or not, once', () => {
    for (const link of [waiting, [...waiting, verified('owner')]]) {
      given(link).when(cancel()).then([begun]);
      given([...link, begun])
        .when(decide(false))
        .then([cancelled('request')]);
    }
    given([...waiting, cancelled('attempts')])
      .when(cancel())
      .thenNothing();
  });

  it('is taken back by money that came under way, and decided once', () => {
    given([...waiting, begun])
      .when(decide(true))
      .then([takenBack]);
    given([...waiting, begun])
      .when(cancel())
      .thenNothing();
    for (const over of [[takenBack], [cancelled('request')]]) {
      for (const inProcess of [true, false]) {
        given([...waiting, begun, ...over])
          .when(decide(inProcess))
          .thenNothing();
      }
    }
    given([...waiting, begun, takenBack])
      .when(cancel())
      .then([begun]);
  });

  it('a link whose account no longer allows it is dropped unless it is verified', () => {
    const drop = { type: 'DropBankLink' } as const;
    given([created])
      .when(drop)
      .then([cancelled('account')]);
    given([...waiting, verified('owner')])
      .when(drop)
      .thenNothing();
  });

  it('not while money is in transit, which is not checked for a link at D', () => {
    expect(refusedFor(waiting, cancel({}, { transactionsInProcess: true }))).toEqual([
      'banklink.transactions.in.process.rule',
    ]);
    expect(refusedFor([created], cancel({}, { transactionsInProcess: true }))).toEqual([
      'banklink.transactions.in.process.rule',
      'banklink.verification.in.process.rule',
    ]);
    given([...waiting, cancelled('request')])
      .when(cancel({}, { transactionsInProcess: true }))
      .thenNothing();
  });

  it('not with wrong ids, operation or owner; all are reported', () => {
    const body = { bankLinkOid: '5', op: 'verify_md' };
    expect(refusedFor(waiting, cancel(body, { ownerKnown: false }))).toEqual([
      'uri.matching.rule',
      'banklink.invalid.operation.should.be.delete.verify_md.or.verify_own',
      'banklink.no.member.found.for.loginid',
    ]);
  });

  it('not on another account', () => {
    given(waiting)
      .when({ ...cancel(), accountNumber: 'RB00000000' })
      .thenRefused([notFoundProblem], 'not_found');
    given([]).when(cancel()).thenRefused([notFoundProblem], 'not_found');
  });
});

describe('owner verification', () => {
  it('verifies without micro-deposits, once', () => {
    given(waiting)
      .when(verifyOwner())
      .then([verified('owner')]);
    given([created])
      .when(verifyOwner())
      .then([verified('owner')]);
    given([...waiting, verified('microDeposits')])
      .when(verifyOwner())
      .thenNothing();
  });

  it('not for a link at D or an expired one', () => {
    given([...waiting, cancelled('request')])
      .when(verifyOwner())
      .thenRefused([finalFailure()]);
    given(waiting).at(EXPIRES).when(verifyOwner()).thenRefused([finalFailure()]);
  });

  it('reports every problem', () => {
    const facts = { isOwner: false };
    expect(refusedFor(waiting, verifyOwner({ op: 'delete', bankLinkOid: '5' }, facts))).toEqual([
      'uri.matching.rule',
      'banklink.invalid.operation.should.be.delete.verify_md.or.verify_own',
      'banklink.loginid.provide.not.account.owner',
    ]);
    given([]).when(verifyOwner()).thenRefused([notFoundProblem], 'not_found');
  });

  it('not by a caller who may not vouch for the named owner', () => {
    const refused = (facts: Parameters<typeof verifyOwner>[1]): unknown =>
      refusedFor(waiting, verifyOwner({}, { mayVouch: false, ...facts }));
    expect(refused({})).toEqual(['banklink.owner.verification.by.owner.rule']);
    expect(refused({ isOwner: false })).toEqual(['banklink.loginid.provide.not.account.owner']);
  });
});

describe('a link is usable for money', () => {
  const usable = (...history: Parameters<typeof given>[0]): boolean => {
    const link = history.reduce(bankLink.evolve, bankLink.initial);
    return link?.verification !== undefined && statusAt(link, '2027-01-01T00:00:00.000Z') === 'A';
  };

  it('from its verification to its end, at any age', () => {
    expect(usable(...waiting)).toBe(false);
    expect(usable(...waiting, verified('microDeposits'))).toBe(true);
    expect(usable(...waiting, verified('owner'), cancelled('request'))).toBe(false);
  });
});
