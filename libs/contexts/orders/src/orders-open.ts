import { Injectable } from '@nestjs/common';
import { ChecksClosing, type ClosingCheck } from '#libs/contexts/accounts';
import type { ReadPoint } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { orderDocuments, OrderIndex } from './read-models/order.document.js';
import { isOpen } from './domain/order-codes.js';

/** Blocks closing an account that has open orders. */
@ChecksClosing()
@Injectable()
export class OrdersOpen implements ClosingCheck {
  constructor(private readonly readModels: ReadModels) {}

  async obstacles(accountNumber: string, point: ReadPoint): Promise<readonly string[]> {
    const selection = { index: OrderIndex.Folio, equals: [accountNumber] };
    const obstacles: string[] = [];
    for await (const order of this.readModels.of(orderDocuments).each(selection, point)) {
      if (isOpen(order.state)) obstacles.push(`Order ${order.folioOrderOid} is open.`);
    }
    return obstacles;
  }
}
