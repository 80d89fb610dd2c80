import { ruleCodes } from '#libs/platform/http';

/** Codes of the rules a request may break, and what each says. */
export const placementRules = ruleCodes({
  'privateplacement.amount.rule': 'The amount is outside what the offer takes',
  'privateplacement.documents.rule':
    'Required documents have not been fetched; the message names them',
  'privateplacement.eligibility.rule': 'The investor is not eligible for the offer',
  'privateplacement.offer.closed.rule': 'The offer takes no subscriptions today',
  'privateplacement.side.rule': 'Only side 1, buy, is taken',
  'privateplacement.state.rule': 'The state does not follow from the one before',
});
