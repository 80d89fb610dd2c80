import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Answer, RefusedException, requireValid, type RowRequest } from '#libs/platform/http';
import { isOid, notFound } from '#libs/platform/kernel';
import { BackOfficeRow, carryOut } from '#libs/platform/service';
import { folioOrder } from '../domain/order.js';
import { orderRules } from '../domain/order-rules.js';
import { OrderDto } from './order-report.dto.js';
import { OrderSurroundings } from '../order-surroundings.js';

/** Orders as the back office knows them ([back-office.orders]). */
@Controller()
export class BackofficeOrdersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly surroundings: OrderSurroundings,
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
  }: RowRequest<OrderDto, 'accountnumber' | 'folionumber' | 'oid'>): Promise<Answer> {
    const facts = await this.surroundings.facts(accountNumber, folioNumber);
    if (!facts || !isOid(folioOrderOid)) throw new RefusedException(notFound());
    const outcome = await carryOut(
      this.commands,
      context,
      folioOrder,
      folioOrderOid,
      {
        type: 'RecordOrder',
        accountNumber,
        folioNumber,
        folioOrderOid,
        input: requireValid(body),
        facts,
      },
      { expectedRevision: context.ifMatch },
    );
    return Answer.updated(outcome);
  }
}
