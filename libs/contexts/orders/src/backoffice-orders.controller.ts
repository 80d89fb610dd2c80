import { Controller, Param, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  Answer,
  type Body,
  Context,
  Describes,
  LenientBody,
  RefusedException,
  type RequestContext,
} from '#libs/platform/http';
import { isOid, notFound } from '#libs/platform/kernel';
import { carryOut, ForRoles, PartitionedBy } from '#libs/platform/service';
import { folioOrder } from './domain/order.js';
import { OrderDto } from './dto/order-report.dto.js';
import { OrderSurroundings } from './order-surroundings.js';
import { orderRules } from './rule-codes.js';

/** Orders as the back office knows them ([back-office.orders]). */
@Controller('backoffice/accounts/:accountnumber/folios/:folionumber/orders/:oid')
export class BackofficeOrdersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly surroundings: OrderSurroundings,
  ) {}

  @Put()
  @PartitionedBy(({ oid }) => `order ${oid}`)
  @ForRoles('backoffice')
  @Describes('Record the state of a folio order, or a new one from elsewhere', {
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
    errors: orderRules('order.cash.folio.rule', 'order.state.rule'),
  })
  async put(
    @Param('accountnumber') accountNumber: string,
    @Param('folionumber') folioNumber: string,
    @Param('oid') folioOrderOid: string,
    @Context() context: RequestContext,
    @LenientBody(OrderDto) { value: input, problems }: Body<OrderDto>,
  ): Promise<Answer> {
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
        input,
        problems,
        facts,
      },
      { expectedRevision: context.ifMatch },
    );
    return Answer.updated(outcome);
  }
}
