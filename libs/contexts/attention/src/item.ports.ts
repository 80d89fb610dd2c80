import { DiscoveryService } from '@nestjs/core';
import type { Discoverable } from '#libs/platform/service';

/** Class decorator of the provider that implements {@link LinkedAccounts}. */
export const KnowsLinkedAccounts: Discoverable<LinkedAccounts> = DiscoveryService.createDecorator();
/** Accounts of bank links; the feature that stores the links, which imports this one, knows them. */
export interface LinkedAccounts {
  /** Number of the account of a bank link; undefined if there is no such link. */
  accountOf(bankLinkOid: string): Promise<string | undefined>;
}
