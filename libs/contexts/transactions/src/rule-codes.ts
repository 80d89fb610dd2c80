import { ruleCodes } from '#libs/platform/http';

/** Codes of the rules a request may break, and what each says. */
export const transactionRules = ruleCodes({
  'folio.transaction.market.value.rule':
    'Market values differ from price and net, or come without an internal transfer',
});
