import { DiscoveryService } from '@nestjs/core';
import type { Discoverable } from '#libs/platform/service';

/** Class decorator of the provider that implements {@link BankLinkTransactions}. */
export const KnowsTransactionsOfLinks: Discoverable<BankLinkTransactions> =
  DiscoveryService.createDecorator();

/** Cash transactions in process on a link; the feature that stores them, which imports this one, knows them. */
export interface BankLinkTransactions {
  /** Whether a transaction on the link is pending or processing (PD, PR), as of the end of the log. */
  hasInProcess(bankLinkOid: string): Promise<boolean>;
}
