import { Controller, Get } from '@nestjs/common';
import { type AccountView, OnAccount, Shown, Shows, TheAccount } from '#libs/contexts/accounts';
import { Answer, Describes, RefusedException } from '#libs/platform/http';
import { notFound } from '#libs/platform/kernel';
import { toOrderAnswer } from '../read-models/order.body.js';
import { type OrderDocument, orderDocuments } from '../read-models/order.document.js';
import { OrderAnswer } from './order-report.dto.js';

/** The orders of an account by their id alone: where the subjects of published events lead, which name no folio. */
@Controller('restapi/accounts/:accountnumber/orders')
export class AccountOrdersController {
  /** The same as at the path of its folio. */
  @Get(':oid')
  @OnAccount('details')
  @Shows(orderDocuments, ({ oid }) => oid)
  @Describes('Get a folio order of an account', { shape: OrderAnswer })
  get(
    @TheAccount() { accountNumber }: AccountView,
    @Shown() order: OrderDocument | undefined,
  ): Answer<OrderAnswer> {
    if (order?.accountNumber !== accountNumber) throw new RefusedException(notFound());
    return Answer.ok(toOrderAnswer(order), { revision: order.revision });
  }
}
