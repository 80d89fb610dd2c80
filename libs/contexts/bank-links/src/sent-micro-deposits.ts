import { Injectable } from '@nestjs/common';
import { AggregateStore } from '#libs/platform/event-store';
import { RefusedException } from '#libs/platform/http';
import { isNumericOid, notFound } from '#libs/platform/kernel';
import { AchNetwork, type MicroDepositPair } from './ach-network.js';
import { bankLink } from './domain/bank-link.js';

/** The amounts that the sandbox ACH network sent; with any other network they are nowhere to be had. */
@Injectable()
export class SentMicroDeposits {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly ach: AchNetwork,
  ) {}

  /**
   * @param asOf a position: of the link as it was then
   * @throws RefusedException 404 where none were sent
   */
  async amounts(accountNumber: string, oid: string, asOf?: bigint): Promise<MicroDepositPair> {
    const known = isNumericOid(oid) ? await this.aggregates.load(bankLink, oid, asOf) : undefined;
    const link = known?.state?.accountNumber === accountNumber ? known.state : undefined;
    const amounts = link?.deposits && this.ach.sentAmounts(link.bankLinkOid);
    if (!amounts) throw new RefusedException(notFound());
    return amounts;
  }
}
