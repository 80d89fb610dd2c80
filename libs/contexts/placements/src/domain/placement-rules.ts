import { RuleBook } from '#libs/platform/kernel';

/** The rules of private placements. */
export const placementRules = new RuleBook({
  'privateplacement.amount.rule': 'The amount is outside the minimum and maximum of the offer',
  'privateplacement.documents.rule':
    'Required documents have not been fetched; the message names them',
  'privateplacement.eligibility.rule': 'The investor is not eligible for the offer',
  'privateplacement.offer.closed.rule': 'The offer is not open today',
  'privateplacement.side.rule': 'Only side 1, buy, is accepted',
  'privateplacement.state.rule': 'The state can not follow the current one',
});
