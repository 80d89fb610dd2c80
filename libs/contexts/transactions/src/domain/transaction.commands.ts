import type { Problem, SentValue } from '#libs/platform/kernel';
import type { DecimalName, TextName, TransactionIds } from './transaction.events.js';

/** Body of the back office's PUT: the transaction as GET shows it. */
export type TransactionInput = Readonly<
  Partial<
    Record<
      | TextName
      | DecimalName
      | 'accountId'
      | 'transactionId'
      | 'categoryName'
      | 'date'
      | 'folioName'
      | 'ticker'
      | 'quantity',
      SentValue<string>
    >
  >
>;

/** Back office: a folio transaction, new or corrected (decisions §10). The same again changes nothing. */
export interface PutTransaction extends TransactionIds {
  readonly type: 'PutTransaction';
  /** Of the account. */
  readonly owners: readonly string[];
  readonly input: TransactionInput;
  /** What is already known to be wrong with the body; such a field is left out of the input. */
  readonly problems?: readonly Problem[] | undefined;
}
