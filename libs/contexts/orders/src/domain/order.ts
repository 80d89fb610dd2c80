import type { Decider, Decision, DecisionContext } from '#libs/platform/kernel';
import { cancel } from './cancelling.js';
import type { OrderCommand } from './order.commands.js';
import type { OrderEvent } from './order.events.js';
import { evolve, type OrderAsKnown } from './order.state.js';
import { place } from './placing.js';
import { record } from './recording.js';

function decide(
  command: OrderCommand,
  order: OrderAsKnown,
  context: DecisionContext,
): Decision<OrderEvent> {
  switch (command.type) {
    case 'PlaceOrder':
      return place(command, order, context);
    case 'CancelOrder':
      return cancel(command, order, context);
    case 'RecordOrder':
      return record(command, order, context);
  }
}

/** One folio order, stream `folioOrder-{folioOrderOid}` ([order.placing], [order.state]). */
export const folioOrder: Decider<OrderAsKnown, OrderCommand, OrderEvent> = {
  category: 'folioOrder',
  initial: undefined,
  decide,
  evolve,
};
