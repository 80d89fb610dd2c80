import type { ReportedTransaction, TransactionIds } from './transaction.events.js';

/** Back office: a folio transaction, new or corrected ([back-office.transactions]). The same again changes nothing. */
export interface PutTransaction extends TransactionIds {
  readonly type: 'PutTransaction';
  /** The transaction as GET shows it. */
  readonly report: ReportedTransaction & {
    readonly accountId?: string;
    readonly transactionId?: string;
    /** That of the folio itself is shown: a transaction keeps none. */
    readonly folioName: string | null;
  };
  /** Of the account. */
  readonly facts: { readonly owners: readonly string[] };
}
