import { RuleBook } from '#libs/platform/kernel';

export const orderRules = new RuleBook({
  'folio.closed.rule': 'The folio is closed',
  'order.cash.folio.rule': 'Folio 01 holds cash and has no orders',
  'order.direct.only.rule': 'Folio 02 accepts only direct and stop-limit orders',
  'order.not.open.rule': 'The order is no longer open',
  'order.positions.rule': 'The order sells more than the folio holds',
  'order.state.rule': 'The current state does not allow this transition',
  'order.type.rule': 'The order type does not allow this price or window',
  'order.whole.shares.rule': 'Folio 02 accepts only whole shares, no dollar amounts',
});
