import { ruleCodes } from '#libs/platform/http';

/** Codes of the rules a request may break, and what each says. */
export const orderRules = ruleCodes({
  'folio.closed.rule': 'The folio is closed',
  'order.cash.folio.rule': 'Folio 01 holds cash and has no orders',
  'order.direct.only.rule': 'Folio 02 takes direct and stop-limit orders only',
  'order.not.open.rule': 'The order is no longer open',
  'order.positions.rule': 'More is sold than the folio holds',
  'order.state.rule': 'The state does not follow from the one before',
  'order.type.rule': 'The order type does not fit the folio, or the prices',
  'order.whole.shares.rule': 'An order of this type is for whole shares',
});
