/** Codes of cash transactions: the numbers are given ([cash.cancel], [cash.list]), the names are our own. */
export const CashRule = {
  /** VALIDATION_FIELD: a type in the filter of the list is none. */
  UnknownType: '9008',
  /** VALIDATION_FIELD: a repeating transaction is cancelled without saying whether the series is. */
  SeriesFlagMissing: '9048',
  /** VALIDATION_FIELD: the cancel reason is none. */
  BadCancelReason: '9049',
  /** VALIDATION_RULE: only a pending transaction can be cancelled. */
  NotPending: '9050',
  /** FORBIDDEN: the caller may not cancel transactions of the account. */
  NotPermitted: '9051',
  /** VALIDATION_FIELD: a status in the filter of the list is none. */
  UnknownStatus: '9052',
  /** VALIDATION_FIELD: the date range of the filter can't be read. */
  BadDateRange: '9053',
  /** VALIDATION_FIELD: a bound is no amount, or the lower one is above the upper one. */
  BadAmountRange: 'invalid.amountrange',
  /** VALIDATION_FIELD: the field belongs to other types of transactions. */
  OtherTransactionType: 'invalid.for.transaction.type',
  /** VALIDATION_FIELD: the field belongs to repeating transactions, or to another end of the series. */
  OtherRepeatType: 'invalid.for.repeat.type',
  /** VALIDATION_RULE: no bank link of the account has this id. */
  BankLinkNotOwned: 'banklink.not.owned.by.account',
  BankLinkDeleted: 'cash.transaction.bank.link.deleted.rule',
  BankLinkUnverified: 'cash.transaction.bank.link.unverified.rule',
  ProcessDate: 'cash.transaction.process.date.rule',
  EndDate: 'cash.transaction.end.date.rule',
  ContributionYear: 'cash.transaction.ira.contribution.year.rule',
  Withholding: 'cash.transaction.withholding.rule',
  /** The status does not follow from the one the transaction has. */
  Status: 'cash.transaction.status.rule',
} as const;
