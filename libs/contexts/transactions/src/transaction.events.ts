import { defineEvents, type EventData, type JsonObject } from '#libs/platform/event-store';
import {
  type EventsOf,
  type JsonForm,
  type Money,
  Published,
  type Quantity,
  subjectOfPersons,
  type Timestamp,
} from '#libs/platform/kernel';
import { contentOf, ofAccount } from '#libs/contexts/codes';
import { TransactionCategories } from './transaction.js';

/** A folio transaction ([folio-transaction.list]); anything not given is null. */
export interface ReportedTransaction {
  /** A known category or any other text, as sent. */
  readonly categoryName: string;
  readonly subCategoryName: string | null;
  readonly transactionCode: string | null;
  readonly transactionDesc: string | null;
  readonly transactionType: string | null;
  readonly date: Timestamp;
  readonly symbolName: string | null;
  readonly ticker: string | null;
  /** Shares; negative if they leave the folio. */
  readonly quantity: Quantity | null;
  readonly price: Money | null;
  readonly net: Money | null;
  readonly commission: Money | null;
  readonly marketPrice: Money | null;
  readonly marketNet: Money | null;
  readonly notes: string | null;
}

/** A transaction as stored in events and documents. */
export type FolioTransaction = JsonForm<ReportedTransaction>;

export interface TransactionIds {
  readonly accountNumber: string;
  readonly folioNumber: string;
  readonly transactionId: string;
}

/** Texts that may be about a person. */
type PersonalText = 'transactionDesc' | 'notes';

interface Reported extends TransactionIds, Readonly<Partial<Record<PersonalText, string>>> {
  /** Owners of the account, if a text may be about a person. Its texts are missing once the key of one of them is destroyed. */
  readonly owners?: readonly string[];
  readonly transaction: Omit<FolioTransaction, PersonalText>;
}

/** Events of stream `folioTransaction-{folioNumber}/{transactionId}`. A correction replaces the whole report. */
export type TransactionEvent = EventsOf<
  'folioTransaction.TransactionReported' | 'folioTransaction.TransactionCorrected',
  Reported
>;

/** Version 1 had these texts inside the transaction, unencrypted. */
function textsApart({ transaction, ...ids }: JsonObject): JsonObject {
  const { transactionDesc = null, notes = null, ...open } = transaction as JsonObject;
  return {
    ...ids,
    transaction: open,
    ...(transactionDesc !== null && { transactionDesc }),
    ...(notes !== null && { notes }),
  };
}

/** Fields for histories. A missing text is null, so that removing it shows as a change. */
function folioTransaction({ transaction, transactionDesc, notes }: EventData): EventData {
  return {
    ...contentOf(transaction as EventData),
    transactionDesc: transactionDesc ?? null,
    notes: notes ?? null,
  };
}

const fields = {
  folioNumber: Published.text('Full number of the folio'),
  transactionId: Published.text('Id of the transaction'),
  category: Published.openCode(TransactionCategories, 'Category of the transaction'),
};

/** What both events have in common. */
const definition = (
  title: string,
  name: `brokerage.${string}.${string}.v${number}`,
  summary: string,
) => ({
  history: { title, subjects: ofAccount, fields: folioTransaction },
  publishes: Published.event(name, summary, fields, '/folios/{folioNumber}/transactions').with(
    ({ transaction }: TransactionEvent['data']) => ({ category: transaction.categoryName }),
  ),
  version: 2,
  personal: {
    subject: ({ owners }: { readonly owners?: readonly string[] }) =>
      owners && subjectOfPersons(owners),
    fields: ['transactionDesc', 'notes'] as const,
  },
  upcasts: { 1: textsApart },
});

/** Events of streams `folioTransaction-{folioNumber}/{transactionId}`. Texts that may be about a person are sealed for the owners. */
export const folioTransactionEvents = defineEvents<TransactionEvent>({
  'folioTransaction.TransactionReported': definition(
    'Folio transaction reported',
    'brokerage.folio-transaction.reported.v1',
    'The back office reported a transaction of a folio.',
  ),
  'folioTransaction.TransactionCorrected': definition(
    'Folio transaction corrected',
    'brokerage.folio-transaction.corrected.v1',
    'A reported transaction of a folio was corrected.',
  ),
});
