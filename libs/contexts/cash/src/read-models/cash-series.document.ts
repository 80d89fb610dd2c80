import { defined, type LocalDate, omit } from '#libs/platform/kernel';
import type { Projection } from '#libs/platform/read-models';
import type { CashEvent } from '../domain/cash.events.js';
import { bankLinkOf } from '../domain/cash.state.js';

/** A series, as the timer needs it. */
export type CashSeriesDocument = Readonly<{
  accountNumber: string;
  repeatCashTransactionOid: string;
  /** Bank link of an active series. */
  activeOn?: string;
  number: number;
  /** Day of the newest occurrence, when the next one is created; absent if none follows. */
  dueOn?: LocalDate;
}>;

/** Indexes by name: due series by day, and active series of a bank link or an account. */
export const CashSeriesIndex = { Due: 'due', BankLink: 'bank_link', Account: 'account' } as const;

const EVENTS = ['cash.SeriesDefined', 'cash.TransactionCreated', 'cash.SeriesEnded'] as const;

type SeriesEvent = Extract<CashEvent, { type: (typeof EVENTS)[number] }>;

/** Read model `cash.series`: one document per series created here. */
export const cashSeriesDocuments: Projection<CashSeriesDocument, SeriesEvent> = {
  name: 'cash.series',
  version: 2,
  indexes: [
    { name: CashSeriesIndex.Due, fields: ['dueOn'] },
    { name: CashSeriesIndex.BankLink, fields: ['activeOn'] },
    { name: CashSeriesIndex.Account, fields: ['accountNumber', 'dueOn'] },
  ],
  events: EVENTS,
  impersonal: true,
  documents({ data }) {
    const { accountNumber, repeatCashTransactionOid: oid } = data;
    return oid === undefined ? [] : [`${accountNumber}/${oid}`];
  },

  fold(document, event) {
    switch (event.type) {
      case 'cash.SeriesDefined': {
        const { accountNumber, repeatCashTransactionOid } = event.data;
        const activeOn = bankLinkOf(event.data);
        return defined({ accountNumber, repeatCashTransactionOid, activeOn, number: 0 });
      }
      case 'cash.TransactionCreated': {
        const { occurrence, processDate } = event.data;
        if (!document || !occurrence) return document;
        const { number, next } = occurrence;
        return next === undefined
          ? { ...omit(document, 'dueOn', 'activeOn'), number }
          : { ...document, number, dueOn: processDate };
      }
      case 'cash.SeriesEnded':
        return document && omit(document, 'dueOn', 'activeOn');
    }
  },
};
