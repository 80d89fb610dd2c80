import { ruleCodes } from '#libs/platform/http';

/** Codes of the rules a request may break, and what each says. */
export const rtgRules = ruleCodes({
  'folio.target.weights.total.rule': 'The weights do not add up to 100.00',
});
