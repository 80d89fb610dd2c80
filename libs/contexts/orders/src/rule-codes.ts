import { ruleCodes } from '#libs/platform/http';

/** Codes of the rules a request may break, and what each says. */
export const orderRules = ruleCodes({
  'folio.closed.rule': 'The folio is closed',
  'order.cash.folio.rule': 'Folio 01 holds cash and has no orders',
  'order.direct.only.rule': 'Folio 02 takes direct and stop-limit orders only',
  'order.not.open.rule': 'The order is no longer open',
  'order.positions.rule': 'More is sold than the folio holds',
  'order.state.rule': 'The state does not follow from the one before',
  'order.type.rule': 'A price or a window that the type of the order has no use for',
  'order.whole.shares.rule': 'Folio 02 takes whole shares only, and nothing in dollars',
});
