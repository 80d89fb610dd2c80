import { Inject, Injectable } from '@nestjs/common';
import { bankLink, bankLinkDocuments, findBankLink, statusAt } from '#libs/contexts/bank-links';
import { AggregateStore } from '#libs/platform/event-store';
import { businessNow, type Clock } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { CLOCK } from '#libs/platform/service';
import type { BankLinkFact } from './domain/cash.commands.js';

/** Reads bank links from their streams, not documents: a link cancelled a moment ago must refuse new transactions. */
@Injectable()
export class BankLinkDirectory {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly readModels: ReadModels,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async find(oid: string): Promise<BankLinkFact | undefined> {
    const link = await findBankLink(this.aggregates, oid);
    if (!link) return undefined;
    const { accountNumber, firmId, verification } = link;
    const status = statusAt(link, businessNow(this.clock, firmId));
    return { oid, accountNumber, status, verified: verification !== undefined };
  }

  /** Bank name and last four digits of the linked account, for display. Undefined once the owner's data is erased. */
  async describe(oid: string): Promise<string | undefined> {
    const { position } = await this.aggregates.loadCached(bankLink, oid);
    const document = await this.readModels.of(bankLinkDocuments).get(oid, position);
    if (document?.bankName === undefined) return undefined;
    return `${document.bankName} ${document.bankAccountNumber.masked.slice(-4)}`;
  }
}
