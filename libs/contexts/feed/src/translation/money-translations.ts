import type { AttemptsUnlocked, BankLinkEvent } from '#libs/contexts/bank-links';
import type { CashEvent } from '#libs/contexts/cash';
import { draft } from '../domain/contract/index.js';
import type { Translations } from './source-events.js';

const statusChanged = 'brokerage.cash-transaction.status-changed.v1';

/** Bank links and cash transactions. */
export const moneyTranslations: Translations<BankLinkEvent | AttemptsUnlocked | CashEvent> = {
  'bankLink.BankLinkCreated': ({ bankLinkOid }) =>
    draft('brokerage.bank-link.created.v1', { bankLinkOid }),
  'bankLink.MicroDepositsSent': ({ bankLinkOid, expiresAt }) =>
    draft('brokerage.bank-link.micro-deposits-sent.v1', { bankLinkOid, expiresAt }),
  'bankLink.MicroDepositsMismatched': ({ bankLinkOid, remainingAttempts }) =>
    draft('brokerage.bank-link.verification-failed.v1', { bankLinkOid, remainingAttempts }),
  'bankLink.BankLinkVerified': ({ bankLinkOid, method }) =>
    draft('brokerage.bank-link.verified.v1', { bankLinkOid, method }),
  'bankAccount.AttemptsUnlocked': ({ bankLinkOid }) =>
    draft('brokerage.bank-link.verification-unlocked.v1', { bankLinkOid }),
  'bankLink.BankLinkCancelled': ({ bankLinkOid, cause }) =>
    draft('brokerage.bank-link.cancelled.v1', { bankLinkOid, cause }),
  'cash.TransactionCreated': ({ oid, transactionType }) =>
    draft('brokerage.cash-transaction.created.v1', { oid, transactionType, status: 'PD' }),
  'cash.TransactionReported': ({ oid, transactionType, status }) =>
    draft('brokerage.cash-transaction.reported.v1', { oid, transactionType, status }),
  'cash.TransactionChanged': ({ oid, transactionType }) =>
    draft('brokerage.cash-transaction.changed.v1', { oid, transactionType }),
  'cash.TransactionStatusChanged': ({ oid, status }) => draft(statusChanged, { oid, status }),
  'cash.TransactionCancelled': ({ oid }) => draft(statusChanged, { oid, status: 'CC' }),
  'cash.SeriesDefined': ({ repeatCashTransactionOid, transactionType }) =>
    draft('brokerage.cash-series.defined.v1', { repeatCashTransactionOid, transactionType }),
  'cash.SeriesEnded': ({ repeatCashTransactionOid, cause }) =>
    draft('brokerage.cash-series.ended.v1', { repeatCashTransactionOid, cause }),
};
