import { describe, expect, it } from '@jest/globals';
import {
  conflict,
  notFound,
  preconditionFailed,
  Quantity,
  ruleProblem,
} from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import { accountNumber, created, folioInput } from '../test/folio-fixtures.js';
import {
  type CreateFolio,
  folioBook,
  type FolioChanges,
  type FolioCommand,
  type UpdateFolio,
} from './folio-book.js';
import type { ClosingBegun, FolioEvent } from './folio.events.js';

const facts = { account: { firmId: '900001', owners: ['jdoe'] } };

const book = specification(folioBook);

const mismatch = (field: string) =>
  ruleProblem('uri.matching.rule', 'The value differs from the one in the path.', field);

function create(body: object = {}, rtgKnown = true): CreateFolio {
  const input = folioInput(body);
  return { type: 'CreateFolio', accountNumber, input, facts: { ...facts, rtgKnown } };
}

const on = (sequence: string) => ({
  accountNumber,
  folioNumber: accountNumber + sequence,
  facts: { ...facts, closed: undefined },
});

const update = (sequence: string, changes: FolioChanges): FolioCommand => ({
  type: 'UpdateFolio',
  ...on(sequence),
  changes,
});

const updated = (sequence: string, { folioName, ...changes }: FolioChanges): FolioEvent => ({
  type: 'folio.FolioUpdated',
  data: {
    accountNumber,
    folioNumber: accountNumber + sequence,
    ...(folioName !== undefined && { folioName, owners: ['jdoe'] }),
    changes,
  },
});

const begun = (sequence: string, changes: FolioChanges = {}): FolioEvent => ({
  type: 'folio.ClosingBegun',
  data: updated(sequence, changes).data as ClosingBegun['data'],
});

const takenBack = (sequence: string, ...obstacles: string[]): FolioEvent => ({
  type: 'folio.ClosingTakenBack',
  data: { accountNumber, folioNumber: accountNumber + sequence, obstacles },
});

const decide = (sequence: string, ...obstacles: string[]): FolioCommand => ({
  type: 'DecideClosing',
  accountNumber,
  folioNumber: accountNumber + sequence,
  obstacles,
});

const closed = (sequence: string): FolioEvent => ({
  type: 'folio.FolioClosed',
  data: { accountNumber, folioNumber: accountNumber + sequence },
});

const positions = (sequence: string, list: [string, string][]): FolioEvent => ({
  type: 'folio.PositionsSet',
  data: {
    accountNumber,
    folioNumber: accountNumber + sequence,
    positions: list.map(([ticker, shareQuantity]) => ({ ticker, shareQuantity })),
  },
});

describe('creating a folio [folio.created]', () => {
  it('states table "Folio, create": open, with the next number from 03', () => {
    book
      .given([])
      .when(create())
      .then([created('03')]);
    book
      .given([created('03')])
      .when(create())
      .then([created('04')]);
  });

  it('01 Cash and 02 Non-Folio Holdings exist from the start', () => {
    expect(folioBook.initial).toMatchObject([
      { folioName: 'Cash', folioStatus: 'O' },
      { folioName: 'Non-Folio Holdings', folioStatus: 'O' },
    ]);
  });

  it('number: a closed folio keeps its own', () => {
    book
      .given([created('03'), closed('03')])
      .when(create())
      .then([created('04')]);
  });

  it('number: 99 is the last one (folio.number.exhausted.rule)', () => {
    book
      .given([created('98')])
      .when(create())
      .then([created('99')]);
    book
      .given([created('99')])
      .when(create())
      .thenRefused([
        ruleProblem(
          'folio.number.exhausted.rule',
          'The account has used all folio numbers up to 99.',
        ),
      ]);
  });

  it('dividendPayToAccount: default true; benchmark and prepackagedFolioId: optional, may be null', () => {
    book
      .given([])
      .when(create({ benchmark: null, prepackagedFolioId: null, dividendPayToAccount: null }))
      .then([created('03')]);
    book
      .given([])
      .when(create({ benchmark: 'SPY', prepackagedFolioId: '77', dividendPayToAccount: false }))
      .then([
        created('03', { benchmark: 'SPY', prepackagedFolioId: '77', dividendPayToAccount: false }),
      ]);
  });

  it('reports all broken rules at once', () => {
    book
      .given([created('99')])
      .when(create({ accountNumber: 'RA00000000', prepackagedFolioId: '1' }, false))
      .thenRefused([
        mismatch('accountNumber'),
        ruleProblem('folio.invalid.rtg', 'There is no such RTG folio.', 'prepackagedFolioId'),
        ruleProblem(
          'folio.number.exhausted.rule',
          'The account has used all folio numbers up to 99.',
        ),
      ]);
  });
});

describe('update of a folio [folio.update]', () => {
  it('only what changes is in the event', () => {
    book
      .given([created('03')])
      .when(update('03', { folioName: 'Income', dividendReinvest: true, benchmark: 'SPY' }))
      .then([updated('03', { folioName: 'Income', benchmark: 'SPY' })]);
  });

  it('nothing changes: no event', () => {
    book
      .given([created('03')])
      .when(update('03', { folioName: 'Growth', folioStatus: 'O', folioNumber: 'RA1234567803' }))
      .thenNothing();
  });

  it('benchmark: null clears it', () => {
    book
      .given([created('03', { benchmark: 'SPY' })])
      .when(update('03', { benchmark: null }))
      .then([updated('03', { benchmark: null })]);
  });

  it('states table "Folio, close": only without positions (folio.positions.rule)', () => {
    book
      .given([created('03'), positions('03', [['IBM', '1']])])
      .when(update('03', { folioStatus: 'C' }))
      .thenRefused([
        ruleProblem('folio.positions.rule', 'The folio still has positions.', 'folioStatus'),
      ]);
    book
      .given([created('03'), positions('03', [['IBM', '1']]), positions('03', [])])
      .when(update('03', { folioStatus: 'C', folioName: 'Old' }))
      .then([begun('03', { folioName: 'Old' })]);
  });

  it('a closed folio cannot be changed (folio.closed.rule); closing it again changes nothing', () => {
    const given = book.given([created('03'), closed('03')]);
    const refusal = [ruleProblem('folio.closed.rule', 'The folio is closed.')];
    given.when(update('03', { folioStatus: 'C', folioName: 'Growth' })).thenNothing();
    given.when(update('03', { folioStatus: 'O' })).thenRefused(refusal);
    given.when(update('03', { folioName: 'Income' })).thenRefused(refusal);
  });

  it('01 and 02 keep their name and stay open, other settings may change', () => {
    const refusal = [
      ruleProblem('folio.reserved.rule', 'Folios 01 and 02 keep their name and stay open.'),
    ];
    book
      .given([])
      .when(update('01', { folioName: 'Mine' }))
      .thenRefused(refusal);
    book
      .given([])
      .when(update('02', { folioStatus: 'C' }))
      .thenRefused(refusal);
    book
      .given([])
      .when(update('02', { dividendReinvest: true }))
      .then([updated('02', { dividendReinvest: true })]);
  });

  it('ids in body and path must match (uri.matching.rule)', () => {
    book
      .given([created('03')])
      .when(update('03', { accountNumber: 'RA00000000', folioNumber: 'RA1234567804' }))
      .thenRefused([mismatch('accountNumber'), mismatch('folioNumber')]);
  });

  it.each(['RA1234567804', 'RB1234567803', 'RA1234567800', 'RA12345678', '03', '__proto__'])(
    'folio number %s: not one of the account',
    (folioNumber) => {
      book
        .given([created('03')])
        .when({ ...update('03', {}), folioNumber } as FolioCommand)
        .thenRefused(notFound().problems, 'not_found');
    },
  );
});

describe('closing a folio in two steps [folio.close]', () => {
  const order = 'Order 7 is open.';
  const refusal = [ruleProblem('folio.orders.rule', order, 'folioStatus')];

  it('is refused while an order is open', () => {
    const close = update('03', { folioStatus: 'C' }) as UpdateFolio;
    const withOrder = { ...close, facts: { ...close.facts, obstacles: [order] } };
    book
      .given([created('03')])
      .when(withOrder)
      .thenRefused(refusal);
    book
      .given([created('03')])
      .when(close)
      .then([begun('03')]);
  });

  it('is completed with what the request changes, once nothing stands in the way', () => {
    book
      .given([created('03'), begun('03', { folioName: 'Old' })])
      .when(decide('03'))
      .then([updated('03', { folioName: 'Old' }), closed('03')]);
    book
      .given([created('03'), begun('03')])
      .when(decide('03'))
      .then([closed('03')]);
  });

  it('is taken back by an order, and by positions', () => {
    const given = book.given([created('03'), begun('03', { folioName: 'Old' })]);
    given.when(decide('03', order)).then([takenBack('03', order)]);
    book
      .given([created('03'), begun('03'), positions('03', [['IBM', '1']])])
      .when(decide('03'))
      .then([takenBack('03')]);
  });

  it('is decided once', () => {
    book
      .given([created('03'), begun('03'), takenBack('03', order)])
      .when(decide('03'))
      .thenNothing();
    book
      .given([created('03'), begun('03'), closed('03')])
      .when(decide('03', order))
      .thenNothing();
    const begunAlready = book.given([created('03'), begun('03')]);
    begunAlready.when(update('03', { folioStatus: 'C' })).thenNothing();
    begunAlready
      .when(update('03', { folioStatus: 'C', folioName: 'Old' }))
      .thenRefused(
        conflict('The folio is being closed by another request; try again.').problems,
        'conflict',
      );
  });
});

describe('If-Match', () => {
  it('is the revision of the folio, unaffected by other folios of the account', () => {
    const given = book.given([created('03'), updated('03', { benchmark: 'SPY' }), created('04')]);
    const change = update('03', { benchmark: null }) as UpdateFolio;
    given.when({ ...change, expectedRevision: [1] }).then([updated('03', { benchmark: null })]);
    given
      .when({ ...change, expectedRevision: [0] })
      .thenRefused(preconditionFailed().problems, 'precondition_failed');
    given
      .when({ ...change, expectedRevision: [2] })
      .thenRefused(preconditionFailed().problems, 'precondition_failed');
  });
});

describe('back office, positions of a folio [back-office.positions]', () => {
  const set = (sequence: string, list: [string, string][]): FolioCommand => ({
    type: 'SetPositions',
    ...on(sequence),
    positions: list.map(([ticker, shares]) => ({ ticker, shareQuantity: Quantity.of(shares) })),
  });

  it('are stored in canonical form and order; repeating them leaves no event', () => {
    const given = book.given([created('03')]);
    const canonical: [string, string][] = [
      ['AAPL', '0.125'],
      ['BA', '3'],
      ['IBM', '10'],
    ];
    given
      .when(
        set('03', [
          ['BA', '3.0'],
          ['IBM', '10.00'],
          ['AAPL', '0.1250'],
        ]),
      )
      .then([positions('03', canonical)]);
    book
      .given([created('03'), positions('03', canonical)])
      .when(
        set('03', [
          ['AAPL', '0.125'],
          ['IBM', '10'],
          ['BA', '3'],
        ]),
      )
      .thenNothing();
  });

  it('can be set on 02 too', () => {
    book
      .given([])
      .when(set('02', [['IBM', '1']]))
      .then([positions('02', [['IBM', '1']])]);
  });

  it('a closed folio holds nothing more; less is taken', () => {
    const held = book.given([created('03'), positions('03', [['IBM', '2']]), closed('03')]);
    held.when(set('03', [['IBM', '1']])).then([positions('03', [['IBM', '1']])]);
    held.when(set('03', [])).then([positions('03', [])]);
    const refusal = [ruleProblem('folio.closed.rule', 'The folio is closed.')];
    for (const more of [
      [['IBM', '2.0001']],
      [
        ['IBM', '1'],
        ['BA', '1'],
      ],
    ] as [string, string][][]) {
      held.when(set('03', more)).thenRefused(refusal);
    }
  });

  it('on a closed account neither', () => {
    const closedProblem = ruleProblem('account.closed.rule', 'The account is closed.');
    const given = book.given([created('03'), positions('03', [['IBM', '2']])]);
    const on = (list: [string, string][]): FolioCommand =>
      ({ ...set('03', list), facts: { closed: closedProblem } }) as FolioCommand;
    given.when(on([['IBM', '3']])).thenRefused([closedProblem]);
    given.when(on([['IBM', '1']])).then([positions('03', [['IBM', '1']])]);
  });
});
