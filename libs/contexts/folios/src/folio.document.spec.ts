import { describe, expect, it } from '@jest/globals';
import { projectionSpecification } from '#libs/platform/testing';
import { shareHiddenClass } from '../../../../test/support/hidden-class.js';
import { findFolio, folioBook } from './folio-book.js';
import { type AccountOpenedFact, type FolioDocument, folioDocuments } from './folio.document.js';
import { toFolioResponse } from './folio.dto.js';
import type { FolioEvent } from './folio.events.js';

const accountNumber = 'RA12345678';

const number = (sequence: string): string => accountNumber + sequence;

const on = (sequence: string) => ({ accountNumber, folioNumber: number(sequence) });

const opened: AccountOpenedFact = {
  type: 'account.AccountOpened',
  data: { accountNumber, firmId: '900001' },
};

const history: FolioEvent[] = [
  {
    type: 'folio.FolioCreated',
    data: {
      ...on('03'),
      firmId: '900001',
      folioOid: '100000000000001',
      folioName: 'Growth',
      dividendReinvest: true,
      dividendPayToAccount: false,
      benchmark: 'SPY',
      prepackagedFolioId: '77',
    },
  },
  {
    type: 'folio.TargetWeightsSet',
    data: { ...on('03'), weights: [['IBM', '100.00']] },
  },
  { type: 'folio.FolioUpdated', data: { ...on('02'), changes: { dividendReinvest: true } } },
  {
    type: 'folio.PositionsSet',
    data: { ...on('03'), positions: [{ ticker: 'IBM', shareQuantity: '2' }] },
  },
  { type: 'folio.FolioUpdated', data: { ...on('03'), folioName: 'Old', changes: {} } },
  { type: 'folio.SubscribedToRtg', data: { ...on('03'), rtgOid: '88', previousRtgOid: null } },
  { type: 'folio.PositionsSet', data: { ...on('03'), positions: [] } },
  { type: 'folio.ClosingBegun', data: { ...on('03'), changes: {} } },
  { type: 'folio.ClosingTakenBack', data: { ...on('03'), obstacles: ['Order 7 is open.'] } },
  { type: 'folio.FolioClosed', data: on('03') },
];

/** Documents by id, after folding events in this order. */
function fold(
  events: readonly (FolioEvent | AccountOpenedFact)[],
): ReadonlyMap<string, FolioDocument> {
  let folded: ReadonlyMap<string, unknown> = new Map();
  projectionSpecification(folioDocuments)
    .given(events)
    .thenDocuments((documents) => (folded = documents));
  return folded as ReadonlyMap<string, FolioDocument>;
}

describe('read model folios.folio', () => {
  it('subscribes to every event of the stream', () => {
    const types = new Set(history.map(({ type }) => type));
    expect([...types].filter((type) => !folioDocuments.events.includes(type))).toEqual([]);
    expect(folioDocuments.events).toHaveLength(types.size + 1);
  });

  it('an opened account has 01 Cash and 02 Non-Folio Holdings', () => {
    const documents = fold([opened]);
    expect([...documents.keys()]).toEqual([number('01'), number('02')]);
    expect([...documents.values()].map(toFolioResponse)).toMatchObject([
      { folioNumber: number('01'), folioName: 'Cash', folioStatus: 'O' },
      { folioNumber: number('02'), folioName: 'Non-Folio Holdings', folioStatus: 'O' },
    ]);
  });

  it('has a size that many folios can afford', async () => {
    const [created] = history;
    const recorded = { ...created, at: '2026-03-02T15:00:00.000Z' } as Parameters<
      typeof folioDocuments.fold
    >[1];
    const make = (): FolioDocument => folioDocuments.fold(undefined, recorded, number('03'))!;
    expect(await shareHiddenClass(make)).toBe(true);
  });

  it('GET folio shows every field, and no other [folio.get]', () => {
    const document = fold([opened, ...history.slice(0, 4)]).get(number('03'))!;
    expect(toFolioResponse(document)).toEqual({
      folioNumber: number('03'),
      folioName: 'Growth',
      accountNumber,
      dividendReinvest: true,
      dividendPayToAccount: false,
      benchmark: 'SPY',
      prepackagedFolioId: '77',
      folioStatus: 'O',
      modelOid: null,
      rtgOid: null,
    });
    expect(document.targetWeights).toEqual([{ ticker: 'IBM', targetWeight: '100.00' }]);
    expect(document).toMatchObject({
      firmId: '900001',
      folioOid: '100000000000001',
      positions: [{ ticker: 'IBM', shareQuantity: '2' }],
      createdAt: '2026-03-02T15:00:01.000Z',
    });
  });

  it('always agrees with the state of the decider, including the entity tag', () => {
    for (let length = 0; length <= history.length; length++) {
      const events = history.slice(0, length);
      const book = events.reduce(folioBook.evolve, folioBook.initial);
      const documents = fold([opened, ...events]);
      expect(documents.size).toBe(book.length);
      for (const [id, document] of documents) {
        expect(document).toMatchObject(findFolio(book, accountNumber, id)!.folio);
      }
    }
  });

  it('folding in two parts equals folding at once; an event before its folio leaves nothing', () => {
    const whole = fold([opened, ...history]);
    expect(whole.get(number('03'))).toMatchObject({ folioStatus: 'C', rtgOid: '88', revision: 8 });
    expect(fold(history.slice(1)).size).toBe(0);
  });
});
