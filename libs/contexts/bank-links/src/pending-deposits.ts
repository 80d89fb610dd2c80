import { Inject, Injectable } from '@nestjs/common';
import { ChecksClosing, type ClosingCheck } from '#libs/contexts/accounts';
import { businessNow, type Clock, type ReadPoint } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { CLOCK } from '#libs/platform/service';
import {
  type BankLinkDocument,
  bankLinkDocuments,
  BankLinkIndex,
} from './read-models/bank-link.document.js';
import { statusAt } from './domain/bank-link.state.js';

/** Blocks closing an account while micro-deposits are being sent or await confirmation. */
@ChecksClosing()
@Injectable()
export class PendingDeposits implements ClosingCheck {
  constructor(
    private readonly readModels: ReadModels,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async obstacles(accountNumber: string, point: ReadPoint): Promise<readonly string[]> {
    const selection = { index: BankLinkIndex.Account, equals: [accountNumber] };
    const links = await this.readModels.of(bankLinkDocuments).findAll(selection, point);
    const isOpen = (link: BankLinkDocument): boolean =>
      statusAt(link, businessNow(this.clock, link.firmId)) === 'A';
    return links
      .filter((link) => link.verification === undefined && isOpen(link))
      .map(({ bankLinkOid }) => `The micro-deposits of bank link ${bankLinkOid} are under way.`);
  }
}
