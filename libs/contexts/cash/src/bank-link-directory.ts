import { Inject, Injectable } from '@nestjs/common';
import { bankLink, bankLinkDocuments, statusAt } from '#libs/contexts/bank-links';
import { AggregateStore } from '#libs/platform/event-store';
import { businessNow, type Clock, isNumericOid } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { CLOCK } from '#libs/platform/service';
import type { BankLinkFact } from './domain/cash.commands.js';

/** Injection token of the {@link BankLinkDirectory}. */
export const BANK_LINK_DIRECTORY = Symbol('BankLinkDirectory');

/** What cash transactions have to know of bank links. */
export interface BankLinkDirectory {
  /** The link as the log has it at the time of the call; undefined when there is none. */
  find(oid: string): Promise<BankLinkFact | undefined>;
  /** Of a link that was found: name of the bank and the last four digits of the account there, for people to read. */
  describe(oid: string): Promise<string | undefined>;
}

/** Looks for links in their streams: one that was cancelled a moment ago takes no transaction. */
@Injectable()
export class StreamBankLinkDirectory implements BankLinkDirectory {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly readModels: ReadModels,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async find(oid: string): Promise<BankLinkFact | undefined> {
    if (!isNumericOid(oid)) return undefined;
    const { state: link } = await this.aggregates.load(bankLink, oid);
    if (!link) return undefined;
    const { accountNumber, firmId, verification } = link;
    const status = statusAt(link, businessNow(this.clock, firmId));
    return { accountNumber, status, verified: verification !== undefined };
  }

  async describe(oid: string): Promise<string | undefined> {
    if (!isNumericOid(oid)) return undefined;
    const { state, position } = await this.aggregates.recall(bankLink, oid);
    if (!state) return undefined;
    const document = await this.readModels.of(bankLinkDocuments).get(oid, position);
    if (document?.bankName === undefined) return undefined;
    return `${document.bankName} ${document.bankAccountNumber.masked.slice(-4)}`;
  }
}
