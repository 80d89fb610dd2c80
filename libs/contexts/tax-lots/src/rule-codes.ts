import { ruleCodes } from '#libs/platform/http';

/** Codes of the rules a request may break, and what each says. */
export const taxLotRules = ruleCodes({
  'invalid.for.account.type': 'The account is not taxable',
  'taxlot.lot.relief.rule': 'The strategy does not fit the account',
});
