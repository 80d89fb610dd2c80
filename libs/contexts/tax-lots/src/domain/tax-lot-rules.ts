import { RuleBook } from '#libs/platform/kernel';

/** The rules of tax lots. */
export const taxLotRules = new RuleBook({
  'invalid.for.account.type': 'The account is not taxable',
  'taxlot.lot.relief.rule': 'The strategy does not fit the account',
});
