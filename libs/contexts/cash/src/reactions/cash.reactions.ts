import { Injectable } from '@nestjs/common';
import type { BankLinkEvent } from '#libs/contexts/bank-links';
import type { RecordedOf } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import {
  Commands,
  followEach,
  metadataOfReaction,
  type Reaction,
  Reacts,
} from '#libs/platform/service';
import { BankLinkDirectory } from '../bank-link-directory.js';
import { cashSeriesDocuments, CashSeriesIndex } from '../read-models/cash-series.document.js';
import {
  cashTransactionDocuments,
  CashTransactionIndex,
} from '../read-models/cash-transaction.document.js';
import { cash } from '../domain/cash.js';
import type { TransactionCancelled, TransactionCreated } from '../domain/cash.events.js';
import { cashStreamId } from '../domain/cash-id.js';
import { bankLinkOf, cancellationIn } from '../domain/cash.state.js';

type LinkCancelled = Extract<BankLinkEvent, { type: 'bankLink.BankLinkCancelled' }>;

/**
 * Rejects everything pending on a cancelled bank link and ends its series. Since a link with pending transactions can't be
 * cancelled, this finds only concurrent requests, and reports of the back office on a link that expired unverified.
 */
@Reacts()
@Injectable()
export class FollowBankLink implements Reaction<LinkCancelled> {
  readonly name = 'cash.follow-bank-link';
  readonly events = ['bankLink.BankLinkCancelled'] as const;

  constructor(
    private readonly commands: Commands,
    private readonly readModels: ReadModels,
  ) {}

  async react(event: RecordedOf<LinkCancelled>): Promise<bigint> {
    const { bankLinkOid } = event.data;
    // read everything before changing anything
    const ofLink = { index: CashTransactionIndex.BankLink, equals: [bankLinkOid, 'PD'] };
    const pending = await this.readModels
      .of(cashTransactionDocuments)
      .findAll(ofLink, event.position);
    const series = await this.readModels
      .of(cashSeriesDocuments)
      .findAll({ index: CashSeriesIndex.BankLink, equals: [bankLinkOid] }, event.position);
    const streams = new Set([
      ...pending.map(({ accountNumber, oid }) => cashStreamId(accountNumber, oid)),
      ...series.map((one) => cashStreamId(one.accountNumber, one.repeatCashTransactionOid)),
    ]);
    const command = { type: 'RejectOnBankLink', bankLinkOid } as const;
    return followEach(streams, (stream) => {
      const metadata = metadataOfReaction(this.name, event, stream);
      return this.commands.follow(cash, stream, command, metadata);
    });
  }
}

/**
 * Checks the bank link of a new transaction again: it may have been cancelled between the check and the event. Together with
 * {@link FollowBankLink}, either order leaves no transaction pending on a cancelled link.
 */
@Reacts()
@Injectable()
export class CheckNewTransaction implements Reaction<TransactionCreated> {
  readonly name = 'cash.check-new-transaction';
  readonly events = ['cash.TransactionCreated'] as const;

  constructor(
    private readonly commands: Commands,
    private readonly bankLinks: BankLinkDirectory,
  ) {}

  async react(event: RecordedOf<TransactionCreated>): Promise<bigint> {
    const { accountNumber, oid } = event.data;
    const bankLinkOid = bankLinkOf(event.data);
    if (bankLinkOid === undefined) return 0n;
    const link = await this.bankLinks.find(bankLinkOid);
    if (link?.status === 'A') return 0n;
    const command = { type: 'RejectOnBankLink', bankLinkOid } as const;
    const metadata = metadataOfReaction(this.name, event, oid);
    return this.commands.follow(cash, cashStreamId(accountNumber, oid), command, metadata);
  }
}

/**
 * Cancels the other pending transactions of a cancelled series that have streams of their own: those the back office reported.
 * Occurrences created here share the stream of the series and are cancelled with it.
 */
@Reacts()
@Injectable()
export class CancelReportedSeries implements Reaction<TransactionCancelled> {
  readonly name = 'cash.cancel-reported-series';
  readonly events = ['cash.TransactionCancelled'] as const;

  constructor(
    private readonly commands: Commands,
    private readonly readModels: ReadModels,
  ) {}

  async react(event: RecordedOf<TransactionCancelled>): Promise<bigint> {
    const { accountNumber, repeatCashTransactionOid, series } = event.data;
    if (!series || repeatCashTransactionOid === undefined) return 0n;
    const equals = [accountNumber, repeatCashTransactionOid, 'PD'];
    // read everything before changing anything
    const pending = await this.readModels
      .of(cashTransactionDocuments)
      .findAll({ index: CashTransactionIndex.Series, equals }, event.position);
    const cancellation = cancellationIn(event.data);
    return followEach(pending, ({ oid }) => {
      const command = { type: 'CancelWithSeries', oid, cancellation } as const;
      const metadata = metadataOfReaction(this.name, event, oid);
      return this.commands.follow(cash, cashStreamId(accountNumber, oid), command, metadata);
    });
  }
}
