import { RuleBook } from '#libs/platform/kernel';

/** Why money under way on a bank link is rejected, or refused. */
export const BANK_LINK_CANCELLED = 'The bank link was cancelled.';

export const NO_SUCH_BANK_LINK = 'The account has no bank link of this id.';

/** Error codes of cash transactions. The specification gives the numbers ([cash.cancel], [cash.list]); the names are ours. */
export const cashRules = new RuleBook({
  '9008': 'A transaction type is not known',
  '9048': 'cancelSeriesFlag is missing for a repeating transaction',
  '9049': 'The reason of the cancellation is not known',
  '9050': 'The transaction is no longer pending',
  '9051': 'The caller may not cancel the transaction',
  '9052': 'A transaction status is not known',
  '9053': 'The date range is invalid',
  'banklink.not.owned.by.account': 'The account has no such bank link',
  'cash.transaction.bank.link.deleted.rule':
    'The bank link is cancelled, or its owner’s data was erased',
  'cash.transaction.bank.link.unverified.rule': 'The bank link is not verified yet',
  'cash.transaction.end.date.rule': 'A repeating transaction ends before it begins',
  'cash.transaction.ira.contribution.year.rule': 'The year is not open for contributions',
  'cash.transaction.process.date.rule': 'The day is past in New York, or more than ten years ahead',
  'cash.transaction.status.rule': 'The current status does not allow this transition',
  'cash.transaction.withholding.rule':
    'More is withheld than the amount, or type N withholds something',
  'invalid.amountrange': 'An amount is invalid, or minAmount is above maxAmount',
  'invalid.for.repeat.type': 'The field does not belong to the repeat type',
  'invalid.for.transaction.type': 'The field does not belong to the transaction type',
});
