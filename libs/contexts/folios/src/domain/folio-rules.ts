import { RuleBook } from '#libs/platform/kernel';

/** The rules of folios. */
export const folioRules = new RuleBook({
  'folio.closed.rule': 'The folio is closed',
  'folio.invalid.rtg': 'There is no such RTG folio',
  'folio.number.exhausted.rule': 'The account has used all folio numbers up to 99',
  'folio.positions.rule': 'A folio with positions can not be closed',
  'folio.reserved.rule': 'Folios 01 and 02 can not do this',
  'folio.target.weights.total.rule': 'The weights do not add up to 100.00',
});
