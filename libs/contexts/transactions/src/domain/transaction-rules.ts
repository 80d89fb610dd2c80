import { RuleBook } from '#libs/platform/kernel';

/** The rules of folio transactions. */
export const transactionRules = new RuleBook({
  'folio.transaction.market.value.rule':
    'Market values differ from price and net, or come without an internal transfer',
});
