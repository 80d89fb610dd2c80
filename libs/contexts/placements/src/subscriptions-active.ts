import { Injectable } from '@nestjs/common';
import { ChecksClosing, type ClosingCheck } from '#libs/contexts/accounts';
import type { ReadPoint } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { subscriptionDocuments, SubscriptionIndex } from './read-models/subscription.document.js';
import { isActive } from './domain/subscription.js';

/** Blocks closing an account that has active private placement subscriptions. */
@ChecksClosing()
@Injectable()
export class SubscriptionsActive implements ClosingCheck {
  constructor(private readonly readModels: ReadModels) {}

  async obstacles(accountNumber: string, point: ReadPoint): Promise<readonly string[]> {
    const selection = { index: SubscriptionIndex.Account, equals: [accountNumber] };
    const all = await this.readModels.of(subscriptionDocuments).findAll(selection, point);
    return all
      .filter(({ status }) => isActive(status))
      .map(({ subscriptionOid, status }) => `Subscription ${subscriptionOid} is ${status}.`);
  }
}
