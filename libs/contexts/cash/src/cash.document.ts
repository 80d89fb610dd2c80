import { AggregateStore } from '#libs/platform/event-store';
import { defined, type LocalDate, omit } from '#libs/platform/kernel';
import type { EventSource, Projection } from '#libs/platform/read-models';
import {
  bankLinkOf,
  cashStreamId,
  type CashTransaction,
  evolveTransaction,
  type TransactionEvent,
} from './cash-state.js';
import type { CashEvent } from './cash.events.js';
import { cash } from './cash.js';

/** A cash transaction. Personal texts are absent once the owner's key is destroyed. */
export type CashTransactionDocument = Readonly<
  CashTransaction & {
    accountNumber: string;
    firmId: string;
    bankLinkOid?: string;
    /** Some texts were erased with an owner. */
    erased?: true;
  }
>;

export const CashTransactionIndex = {
  Account: 'account',
  Status: 'status',
  BankLink: 'bank_link',
  Series: 'series',
} as const;

/** Document id; oids are unique only within an account. */
export function cashTransactionId(accountNumber: string, oid: string): string {
  return `${accountNumber}/${oid}`;
}

function streamsOf(id: string): readonly EventSource[] {
  const [accountNumber = '', oid = ''] = id.split('/');
  return [{ stream: AggregateStore.stream(cash, cashStreamId(accountNumber, oid)) }];
}

/** Read model `cash.transaction`: one document per transaction, including occurrences of a series. */
export const cashTransactionDocuments: Projection<CashTransactionDocument, TransactionEvent> = {
  name: 'cash.transaction',
  version: 2,
  indexes: [
    { name: CashTransactionIndex.Account, fields: ['accountNumber', 'createDateTime', 'oid'] },
    {
      name: CashTransactionIndex.Status,
      fields: ['accountNumber', 'status', 'createDateTime', 'oid'],
    },
    { name: CashTransactionIndex.BankLink, fields: ['bankLinkOid', 'status'] },
    {
      name: CashTransactionIndex.Series,
      fields: ['accountNumber', 'repeatCashTransactionOid', 'status'],
    },
  ],
  events: [
    'cash.TransactionCreated',
    'cash.TransactionReported',
    'cash.TransactionChanged',
    'cash.TransactionStatusChanged',
    'cash.TransactionCancelled',
  ],
  documents: ({ data }) => [cashTransactionId(data.accountNumber, data.oid)],
  history: {
    streams: streamsOf,
    fixed: {
      [CashTransactionIndex.Account]: 1,
      [CashTransactionIndex.Status]: 1,
      [CashTransactionIndex.Series]: 1,
    },
  },

  fold(document, event) {
    const transaction = evolveTransaction(document, event);
    if (!transaction) return undefined;
    const bankLinkOid = bankLinkOf(transaction);
    const erased = event.erased ?? document?.erased;
    return {
      accountNumber: event.data.accountNumber,
      firmId: 'firmId' in event.data ? event.data.firmId : (document?.firmId ?? ''),
      ...transaction,
      ...(bankLinkOid !== undefined && { bankLinkOid }),
      ...(erased && { erased }),
    };
  },
};

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
