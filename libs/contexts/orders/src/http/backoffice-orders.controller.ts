import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { requireFolio } from '#libs/contexts/folios';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Answer,
  RefusedException,
  requireValidFor,
  type RowRequest,
  throwIfRefused,
} from '#libs/platform/http';
import { isOid, notFound } from '#libs/platform/kernel';
import { BackOfficeRow } from '#libs/platform/service';
import { orderRules } from '../domain/order-rules.js';
import { RecordOrderCommand } from '../use-cases/record-order.js';
import { OrderDto } from './order.dto.js';

/** Orders as the back office knows them ([back-office.orders]). */
@Controller()
export class BackofficeOrdersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
  ) {}

  @BackOfficeRow('accounts/:accountnumber/folios/:folionumber/orders/:oid', {
    summary: 'Record the state of a folio order, or a new one from elsewhere',
    body: OrderDto,
    partition: ({ oid }) => `order ${oid}`,
    request: {
      orderType: 'W',
      dollarShareBasedIndicator: 'D',
      state: 'F',
      executionDate: '2026-03-02T15:00:00.000+00:00',
      securityOrders: [
        {
          security: { ticker: 'IBM' },
          side: '1',
          state: 'F',
          requestedDollarAmount: '500.00',
          filledDollarAmount: '500.00',
          filledShareAmount: '3.5088',
          filledPrice: '142.50',
        },
      ],
    },
    errors: orderRules.of('order.cash.folio.rule', 'order.state.rule'),
  })
  async put({
    params: { accountnumber: accountNumber, folionumber: folioNumber, oid: folioOrderOid },
    body,
    context,
  }: RowRequest<OrderDto, 'accountnumber' | 'folionumber' | 'oid'>) {
    if (!isOid(folioOrderOid)) throw new RefusedException(notFound());
    const input = await requireValidFor(body, () =>
      requireFolio(this.aggregates, accountNumber, folioNumber),
    );
    const asked = { accountNumber, folioNumber, folioOrderOid, input };
    const outcome = await this.commands.execute(new RecordOrderCommand(asked, context));
    return Answer.updated(throwIfRefused(outcome));
  }
}
