import { CashTransactionStatuses, CashTransactionTypes } from '#libs/platform/kernel';
import { published } from './definition.js';
import { code, count, moment, text, word } from './fields.js';

const link = { bankLinkOid: text('Id of the bank link') };
const linkPath = (data: { readonly bankLinkOid: string }): string =>
  `/achbanklinks/${data.bankLinkOid}`;

const transaction = { oid: text('Id of the cash transaction') };
const transactionPath = (data: { readonly oid: string }): string => `/cashtransactions/${data.oid}`;
const transactionType = code(CashTransactionTypes, 'Type of the cash transaction');
const status = code(CashTransactionStatuses, 'Status of the cash transaction');
const series = { repeatCashTransactionOid: text('Id of the definition of the series') };

/** Published events of bank links and cash transactions. */
export const moneyTypes = {
  'brokerage.bank-link.created.v1': published('A bank account was linked.', link, linkPath),
  'brokerage.bank-link.micro-deposits-sent.v1': published(
    'Both micro-deposits arrived at the bank account.',
    { ...link, expiresAt: moment('From here on their amounts verify nothing') },
    linkPath,
  ),
  'brokerage.bank-link.verification-failed.v1': published(
    'Wrong micro-deposit amounts were submitted.',
    { ...link, remainingAttempts: count('Attempts left') },
    linkPath,
  ),
  'brokerage.bank-link.verified.v1': published(
    'The bank link was verified.',
    { ...link, method: word(['microDeposits', 'owner'], 'How that was found out') },
    linkPath,
  ),
  'brokerage.bank-link.verification-unlocked.v1': published(
    'The bank account may be verified again after too many wrong amounts.',
    link,
    linkPath,
  ),
  'brokerage.bank-link.cancelled.v1': published(
    'The bank link was cancelled for good.',
    { ...link, cause: word(['request', 'attempts', 'expired'], 'Why') },
    linkPath,
  ),
  'brokerage.cash-transaction.created.v1': published(
    'A cash transaction is pending.',
    { ...transaction, transactionType, status },
    transactionPath,
  ),
  'brokerage.cash-transaction.reported.v1': published(
    'The back office reported a new cash transaction.',
    { ...transaction, transactionType, status },
    transactionPath,
  ),
  'brokerage.cash-transaction.changed.v1': published(
    'Details of a cash transaction changed.',
    { ...transaction, transactionType },
    transactionPath,
  ),
  'brokerage.cash-transaction.status-changed.v1': published(
    'The status of a cash transaction, or the reason for it, changed.',
    { ...transaction, status },
    transactionPath,
  ),
  'brokerage.cash-series.defined.v1': published('A repeating cash transaction was asked for.', {
    ...series,
    transactionType,
  }),
  'brokerage.cash-series.ended.v1': published('No occurrence of a series follows any more.', {
    ...series,
    cause: word(['request', 'bankLink'], 'Why'),
  }),
};
