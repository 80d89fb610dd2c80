import { describe, expect, it } from '@jest/globals';
import {
  addDays,
  fieldProblem,
  isRefusal,
  omit,
  preconditionFailed,
  requiredProblem,
  ruleProblem,
} from '#libs/platform/kernel';
import { countingIds, specification } from '#libs/platform/testing';
import {
  ACCOUNT,
  cancel,
  create,
  created,
  defined,
  details,
  identity,
  LINK,
  moved,
  NOW,
  occurrenceOf,
  OID,
  owned,
  report,
} from '../test/cash-fixtures.js';
import { BANK_LINK_CANCELLED, emptyBook, NO_SUCH_BANK_LINK } from './cash-state.js';
import type { CashEvent, TransactionReported } from './cash.events.js';
import { cash } from './cash.js';

const cashBook = specification(cash);

describe('creating a cash transaction', () => {
  it('describes both ends and is pending', () => {
    cashBook.given([]).when(create()).then([created]);
  });

  it('on a joint account every event names all owners, but details do not', () => {
    const owners = ['jdoe', 'rroe'];
    const weekly = { repeatType: 'W', repeatInterval: '1', endDateChoice: 'transfersInfinite' };
    const reason = { cancelReasonCode: '8', cancelReason: 'no', cancelSeriesFlag: true };
    const events: CashEvent[] = [];
    for (const command of [create(weekly, { owners }), cancel(reason, `${OID}-1`)]) {
      const decision = cash.decide(command, events.reduce(cash.evolve, emptyBook), {
        now: NOW,
        ids: countingIds(),
      });
      if (isRefusal(decision)) throw new Error(JSON.stringify(decision));
      events.push(...decision);
    }
    const book = events.reduce(cash.evolve, emptyBook);
    expect(events.map(({ type }) => type)).toEqual([
      'cash.SeriesDefined',
      'cash.TransactionCreated',
      'cash.TransactionCancelled',
      'cash.SeriesEnded',
    ]);
    for (const { data } of events) expect(data).toMatchObject({ owner: 'jdoe', owners });
    for (const kept of book.transactions.values()) {
      expect(kept).not.toHaveProperty('owners');
    }
    const data = { ...created.data, owners };
    cashBook
      .given([])
      .when(create({}, { owners }))
      .then([{ ...created, data }]);
    const reports = report({ amount: '1' }, OID);
    const facts = { firmId: '1000001', primaryAccountOwner: 'jdoe', owners };
    cashBook
      .given([{ ...created, data }])
      .when({ ...reports, facts })
      .then([
        {
          type: 'cash.TransactionChanged',
          data: { ...owned, owners, oid: OID, ...details, amount: '1.00' },
        },
      ]);
  });

  it('an id can be used only once', () => {
    cashBook
      .given([created])
      .when(create())
      .thenRefused([{ type: 'CONFLICT', message: 'The id is in use.' }], 'conflict');
  });

  it('reports all problems at once', () => {
    const restriction = ruleProblem('account.restricted.rule', 'restricted');
    const command = create(
      { sourceId: '5', processDate: '2026-03-01', repeatInterval: '2' },
      { bankLink: undefined, restriction },
    );
    cashBook
      .given([])
      .when(command)
      .thenRefused([
        restriction,
        fieldProblem(
          'repeatInterval',
          'invalid.for.repeat.type',
          'Only a repeating transaction has it.',
        ),
        ruleProblem(
          'cash.transaction.process.date.rule',
          'It must be from 2026-03-02, today in New York, to 10 years later.',
          'processDate',
        ),
        ruleProblem(
          'banklink.not.owned.by.account',
          'The account has no bank link of this id.',
          'sourceId',
        ),
      ]);
  });

  it.each([
    [{}, 'sourceId'],
    [{ transactionType: 'AHW', sourceId: undefined, targetId: LINK }, 'targetId'],
    [{ transactionType: 'WIW', sourceId: undefined, targetId: LINK }, 'targetId'],
    [{ transactionType: 'CRW', sourceId: undefined, targetId: LINK }, 'targetId'],
  ])('no money moves over an unverified link: %j', (input, field) => {
    const bankLink = { oid: LINK, accountNumber: ACCOUNT, status: 'A', verified: false } as const;
    cashBook
      .given([])
      .when(create(input, { bankLink }))
      .thenRefused([
        ruleProblem(
          'cash.transaction.bank.link.unverified.rule',
          'The bank link is not verified yet.',
          field,
        ),
      ]);
  });

  it('no money moves over a link whose bank account was erased', () => {
    cashBook
      .given([])
      .when(create({}, { bankDescription: undefined }))
      .thenRefused([
        ruleProblem(
          'cash.transaction.bank.link.deleted.rule',
          'The data of the owner of the bank link has been erased.',
          'sourceId',
        ),
      ]);
  });

  it('days are New York days', () => {
    const late = '2026-03-03T04:59:59.999Z';
    const today = create({ processDate: '2026-03-02' });
    cashBook
      .given([])
      .at(late)
      .when(today)
      .thenState(({ transactions }) => {
        expect(transactions.get(OID)?.processDate).toBe('2026-03-02');
      });
    cashBook
      .given([])
      .at('2026-03-03T05:00:00.000Z')
      .when(today)
      .thenRefused([
        ruleProblem(
          'cash.transaction.process.date.rule',
          'It must be from 2026-03-03, today in New York, to 10 years later.',
          'processDate',
        ),
      ]);
  });

  it.each([
    ['2026-04-15', '2026', true],
    ['2026-04-15', '2025', true],
    ['2026-04-16', '2025', false],
    ['2026-04-16', '2026', true],
    ['2026-04-15', '2024', false],
    ['2026-04-15', '2027', false],
    ['2027-01-02', '2026', true],
    ...['2026-04-15', '2028-04-18', '2029-04-17', '2033-04-18', '2034-04-18', '2035-04-17'].flatMap(
      (due): [string, string, boolean][] => {
        const before = String(Number(due.slice(0, 4)) - 1);
        return [
          [due, before, true],
          [addDays(due, 1), before, false],
        ];
      },
    ),
  ])('a deposit on %s for %s: %s', (processDate, iraContributionYear, allowed) => {
    const command = create({ processDate, iraContributionYear }, { accountType: 'R' });
    const then = cashBook.given([]).when(command);
    if (allowed) then.thenState(({ transactions }) => expect(transactions.size).toBe(1));
    else {
      const message =
        'A deposit is for the year it is made in, until the federal due date in April for the year before.';
      const code = 'cash.transaction.ira.contribution.year.rule';
      then.thenRefused([ruleProblem(code, message, 'iraContributionYear')]);
    }
  });

  it.each(['P', 'D'])('deposits have no withholding: type %s', (type) => {
    const withheld = {
      ...{ fedWithholdType: type, fedWithholdAmount: '1' },
      ...{ stateWithholdType: type, stateWithholdAmount: '1' },
    };
    cashBook
      .given([])
      .when(create(withheld))
      .thenRefused(
        ['fedWithholdType', 'stateWithholdType'].map((field) =>
          fieldProblem(field, 'invalid.for.transaction.type', 'A deposit does not have it.'),
        ),
      );
  });

  it('a repeating one appends its definition and first transaction together', () => {
    const command = create({ repeatType: 'W', repeatInterval: '1' });
    cashBook
      .given([])
      .when(command)
      .then([defined, occurrenceOf(1, '2026-03-03', '2026-03-10')]);
  });
});

describe('cancelling', () => {
  it('distinguishes missing, changed and not pending', () => {
    const missing = [{ type: 'NOT_FOUND' as const, message: 'The resource does not exist.' }];
    cashBook.given([]).when(cancel()).thenRefused(missing, 'not_found');
    cashBook.given([created]).when(cancel(undefined, 'other')).thenRefused(missing, 'not_found');
    cashBook
      .given([created])
      .when({ ...cancel(), expectedRevision: [1] })
      .thenRefused(
        [
          {
            type: 'PRECONDITION_FAILED',
            message: 'The resource has changed since it was read.',
          },
        ],
        'precondition_failed',
      );
    cashBook
      .given([created, moved(OID, 'PR')])
      .when(cancel())
      .thenRefused([
        ruleProblem('9050', 'The status is PR; only a pending transaction is cancelled.'),
      ]);
  });

  it('the flag means nothing on a one-time transaction', () => {
    cashBook
      .given([created])
      .when(cancel({ cancelReasonCode: '8', cancelSeriesFlag: true, cancelReason: ' no ' }))
      .then([
        {
          type: 'cash.TransactionCancelled',
          data: { ...owned, oid: OID, cancelReasonCode: '8', cancelReason: 'no', series: false },
        },
      ]);
  });

  it('of a bank link rejects only what is pending on it, once', () => {
    const reject = {
      type: 'RejectPending',
      cause: 'bankLink',
      reason: BANK_LINK_CANCELLED,
      bankLinkOid: LINK,
    } as const;
    const rejected = moved(OID, 'RJ', 'The bank link was cancelled.');
    cashBook.given([created]).when(reject).then([rejected]);
    cashBook.given([created, rejected]).when(reject).thenNothing();
    const other = { transactionType: 'AHW', sourceId: ACCOUNT, targetId: LINK } as const;
    const withdrawn = { ...created, data: { ...created.data, ...other } };
    cashBook.given([withdrawn]).when(reject).then([rejected]);
    cashBook
      .given([created, moved(OID, 'PR')])
      .when(reject)
      .thenNothing();
    cashBook
      .given([created])
      .when({ ...reject, bankLinkOid: '1' })
      .thenNothing();
  });
});

describe('reports of the back office', () => {
  it('If-Match is the number of changes of the transaction', () => {
    const given = cashBook.given([created, moved(OID, 'PR')]);
    const cleared = report({ status: 'CL' }, OID);
    given.when({ ...cleared, expectedRevision: [1] }).then([moved(OID, 'CL')]);
    for (const revision of [-1, 0, 2]) {
      given
        .when({ ...cleared, expectedRevision: [revision] })
        .thenRefused(preconditionFailed().problems, 'precondition_failed');
    }
  });

  const reported: TransactionReported = {
    type: 'cash.TransactionReported',
    data: {
      ...identity,
      oid: 'T1',
      transactionType: 'AHW',
      sourceId: ACCOUNT,
      amount: '5.00',
      accountFees: '0.00',
      repeatType: 'O',
      processDate: '2026-03-02',
      createDateTime: NOW,
      status: 'CL',
    },
  };

  it('create a transaction at any status; absent fields have defaults', () => {
    const command = report({ transactionType: 'AHW', amount: '5', status: 'CL' });
    cashBook.given([]).when(command).then([reported]);
    cashBook.given([reported]).when(command).thenNothing();
  });

  it('always name the account, whether it is absent, null or empty [cash.sourceId request.empty]', () => {
    for (const sourceId of [null, '']) {
      const command = report({ transactionType: 'AHW', amount: '5', status: 'CL', sourceId });
      cashBook.given([]).when(command).then([reported]);
      cashBook.given([reported]).when(command).thenNothing();
    }
  });

  it('change only what they name; null clears a field', () => {
    cashBook
      .given([created])
      .when(report({ status: 'PR' }, OID))
      .then([moved(OID, 'PR')]);
    const without = omit(details, 'sourceDescription');
    cashBook
      .given([created])
      .when(report({ sourceDescription: null, amount: '1' }, OID))
      .then([
        {
          type: 'cash.TransactionChanged',
          data: { ...owned, oid: OID, ...without, amount: '1.00' },
        },
      ]);
  });

  it('count from 1 for repeating transactions; a one-time one may have 0', () => {
    const body = { transactionType: 'AHW', amount: '5', repeatInterval: '0', repeatOffset: '0' };
    cashBook
      .given([])
      .when(report(body))
      .thenState((book) => expect(book.transactions.size).toBe(1));
    const message = 'It must be a whole number from 1 to 999999.';
    const wrong = ['repeatInterval', 'repeatOffset'].map((field) =>
      fieldProblem(field, 'invalid.value', message),
    );
    for (const repeatType of ['W', 'M', 'Y']) {
      cashBook
        .given([])
        .when(report({ ...body, repeatType }))
        .thenRefused(wrong);
    }
  });

  it.each([
    [{ transactionType: 'AHW', targetId: LINK }, 'targetId'],
    [{ transactionType: 'AHD', sourceId: LINK }, 'sourceId'],
  ])('name no bank link of another account: %j', (named, field) => {
    const { facts, ...command } = report({ ...named, amount: '5' }, OID);
    const bankLink = {
      oid: LINK,
      accountNumber: 'RA00000000',
      status: 'A',
      verified: true,
    } as const;
    for (const [isOther, status] of [
      [true, 'A'],
      [true, 'D'],
      [false, 'A'],
    ] as const) {
      const accountNumber = isOther ? bankLink.accountNumber : ACCOUNT;
      const link = { ...bankLink, accountNumber, status };
      const decided = cashBook.given([]).when({ ...command, facts: { ...facts, bankLink: link } });
      if (isOther) {
        decided.thenRefused([
          ruleProblem('banklink.not.owned.by.account', NO_SUCH_BANK_LINK, field),
        ]);
      } else decided.thenState((book) => expect(book.transactions.size).toBe(1));
    }
  });

  it('need the basics of a new transaction, and normalize contradictions', () => {
    cashBook
      .given([])
      .when(report({ targetId: 'RA00000000', fedWithholdType: 'P' }))
      .thenRefused([
        requiredProblem('transactionType', 'in the first report'),
        requiredProblem('amount', 'in the first report'),
        requiredProblem('fedWithholdAmount', 'with fedWithholdType P'),
      ]);
    const none = { fedWithholdType: 'N', fedWithholdAmount: '0.00' };
    cashBook
      .given([reported])
      .when(report({ status: 'CL', ...none, repeatInterval: '007' }))
      .then([
        {
          type: 'cash.TransactionChanged',
          data: {
            ...owned,
            ...omit(reported.data, 'firmId', 'status'),
            fedWithholdType: 'N',
            repeatInterval: '7',
          },
        },
      ]);
  });

  it('may not use ids of series', () => {
    const body = { transactionType: 'AHW', amount: '5' };
    const taken = [fieldProblem('oid', 'invalid.value', 'Ids of this form are reserved.')];
    cashBook
      .given([])
      .when(report(body, `${OID}-1`))
      .thenRefused(taken);
    cashBook.given([defined]).when(report(body, OID)).thenRefused(taken);
  });
});
