import { Controller, Get, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { type AccountView, OnAccount, TheAccount } from '#libs/contexts/accounts';
import {
  Answer,
  Context,
  Describes,
  RefusedException,
  type RequestContext,
} from '#libs/platform/http';
import { notFound } from '#libs/platform/kernel';
import { DocumentById } from '#libs/platform/service';
import { toOrderBody } from './documents/order.body.js';
import { orderDocuments } from './documents/order.document.js';
import { OrderDto } from './dto/order-report.dto.js';

/** The orders of an account by their id alone: where the subjects of published events lead, which name no folio. */
@Controller('restapi/accounts/:accountnumber/orders')
export class AccountOrdersController {
  constructor(private readonly queries: QueryBus) {}

  /** The same as at the path of its folio. */
  @Get(':oid')
  @OnAccount('details')
  @Describes('Get a folio order of an account', { shape: OrderDto })
  async get(
    @Param('oid') folioOrderOid: string,
    @Context() { consistency }: RequestContext,
    @TheAccount() { accountNumber }: AccountView,
  ): Promise<Answer> {
    const order = await this.queries.execute(
      new DocumentById(orderDocuments, folioOrderOid, consistency),
    );
    if (order?.accountNumber !== accountNumber) throw new RefusedException(notFound());
    return Answer.ok(toOrderBody(order), { revision: order.revision });
  }
}
