import { Inject, Injectable } from '@nestjs/common';
import { bankLink, bankLinkDocuments, findBankLink, statusAt } from '#libs/contexts/bank-links';
import { AggregateStore } from '#libs/platform/event-store';
import { businessNow, type Clock } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { CLOCK } from '#libs/platform/service';
import type { BankLinkFact } from './domain/cash.commands.js';

/** What cash transactions have to know of bank links, from their streams: one that was cancelled a moment ago takes no transaction. */
@Injectable()
export class BankLinkDirectory {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly readModels: ReadModels,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The link as the log has it at the time of the call; undefined when there is none. */
  async find(oid: string): Promise<BankLinkFact | undefined> {
    const link = await findBankLink(this.aggregates, oid);
    if (!link) return undefined;
    const { accountNumber, firmId, verification } = link;
    const status = statusAt(link, businessNow(this.clock, firmId));
    return { accountNumber, status, verified: verification !== undefined };
  }

  /** Of a link that was found: name of the bank and the last four digits of the account there, for people to read. */
  async describe(oid: string): Promise<string | undefined> {
    const { position } = await this.aggregates.recall(bankLink, oid);
    const document = await this.readModels.of(bankLinkDocuments).get(oid, position);
    if (document?.bankName === undefined) return undefined;
    return `${document.bankName} ${document.bankAccountNumber.masked.slice(-4)}`;
  }
}
