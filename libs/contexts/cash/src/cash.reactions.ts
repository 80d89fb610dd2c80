import { Inject, Injectable } from '@nestjs/common';
import type { BankLinkEvent } from '#libs/contexts/bank-links';
import { type CommandMetadata, isRefusal, type RecordedOf } from '#libs/platform/kernel';
import {
  type Document,
  type FindOptions,
  type ReadModelDefinition,
  ReadModels,
} from '#libs/platform/read-models';
import { Commands, metadataOfReaction, type Reaction } from '#libs/platform/service';
import { BANK_LINK_DIRECTORY, type BankLinkDirectory } from './bank-link-directory.js';
import { cashSeriesDocuments, CashSeriesIndex } from './documents/cash-series.document.js';
import {
  cashTransactionDocuments,
  CashTransactionIndex,
} from './documents/cash-transaction.document.js';
import { cash } from './domain/cash.js';
import type { CancelWithSeries, RejectOnBankLink } from './domain/cash.commands.js';
import type { TransactionCancelled, TransactionCreated } from './domain/cash.events.js';
import { cashStreamId } from './domain/cash-id.js';
import { bankLinkOf, cancellationIn } from './domain/cash.state.js';

type LinkCancelled = Extract<BankLinkEvent, { type: 'bankLink.BankLinkCancelled' }>;

const PAGE = 200;

/** What the reactions of this context have in common. */
@Injectable()
export class CashFollowUps {
  constructor(
    private readonly commands: Commands,
    private readonly readModels: ReadModels,
  ) {}

  /** Everything an index selects, none older than `atLeast`; read to the end before anything is changed. */
  async all<D extends Document>(
    model: ReadModelDefinition<D>,
    selection: Pick<FindOptions, 'index' | 'equals'>,
    atLeast: bigint,
  ): Promise<readonly D[]> {
    const found: D[] = [];
    let after: string | undefined;
    do {
      const options = { ...selection, limit: PAGE, ...(after !== undefined && { after }) };
      const page = await this.readModels.of(model).find(options, atLeast);
      found.push(...page.items);
      after = page.next;
    } while (after !== undefined);
    return found;
  }

  /** Position left, 0n when nothing had to change. */
  async send(
    streamId: string,
    command: RejectOnBankLink | CancelWithSeries,
    metadata: CommandMetadata,
  ): Promise<bigint> {
    const outcome = await this.commands.execute(cash, streamId, command, metadata);
    if (isRefusal(outcome)) throw new Error(`${command.type} was refused: ${outcome.kind}`);
    return outcome.events.length > 0 ? outcome.position : 0n;
  }
}

/**
 * Rejects what is pending on a cancelled bank link and ends its series. A request to cancel is refused while a transaction is
 * pending; what is found here was asked for at the same moment, or the back office reported it on a link that expired unverified.
 */
@Injectable()
export class FollowBankLink implements Reaction<LinkCancelled> {
  readonly name = 'cash.follow-bank-link';
  readonly events = ['bankLink.BankLinkCancelled'] as const;

  constructor(private readonly followUps: CashFollowUps) {}

  async react(event: RecordedOf<LinkCancelled>): Promise<bigint> {
    const { bankLinkOid } = event.data;
    const pending = await this.followUps.all(
      cashTransactionDocuments,
      { index: CashTransactionIndex.BankLink, equals: [bankLinkOid, 'PD'] },
      event.position,
    );
    const series = await this.followUps.all(
      cashSeriesDocuments,
      { index: CashSeriesIndex.BankLink, equals: [bankLinkOid] },
      event.position,
    );
    const streams = new Set([
      ...pending.map(({ accountNumber, oid }) => cashStreamId(accountNumber, oid)),
      ...series.map((one) => cashStreamId(one.accountNumber, one.repeatCashTransactionOid)),
    ]);
    let newest = 0n;
    for (const stream of streams) {
      const metadata = metadataOfReaction(this.name, event, stream);
      const command = { type: 'RejectOnBankLink', bankLinkOid } as const;
      newest = later(newest, await this.followUps.send(stream, command, metadata));
    }
    return newest;
  }
}

/**
 * Looks at the bank link of a new transaction again: it may have been cancelled between the check and the event. Together with
 * {@link FollowBankLink} no order of the two leaves a transaction pending on a cancelled link.
 */
@Injectable()
export class CheckNewTransaction implements Reaction<TransactionCreated> {
  readonly name = 'cash.check-new-transaction';
  readonly events = ['cash.TransactionCreated'] as const;

  constructor(
    private readonly followUps: CashFollowUps,
    @Inject(BANK_LINK_DIRECTORY) private readonly bankLinks: BankLinkDirectory,
  ) {}

  async react(event: RecordedOf<TransactionCreated>): Promise<bigint> {
    const { accountNumber, oid } = event.data;
    const bankLinkOid = bankLinkOf(event.data);
    if (bankLinkOid === undefined) return 0n;
    const link = await this.bankLinks.find(bankLinkOid);
    if (link?.status === 'A') return 0n;
    return this.followUps.send(
      cashStreamId(accountNumber, oid),
      { type: 'RejectOnBankLink', bankLinkOid },
      metadataOfReaction(this.name, event, oid),
    );
  }
}

/**
 * Cancels the other pending transactions of a series that is cancelled as a whole, where they have streams of their own: those
 * the back office reported. The occurrences of a series made here are cancelled with the first, in its stream.
 */
@Injectable()
export class CancelReportedSeries implements Reaction<TransactionCancelled> {
  readonly name = 'cash.cancel-reported-series';
  readonly events = ['cash.TransactionCancelled'] as const;

  constructor(private readonly followUps: CashFollowUps) {}

  async react(event: RecordedOf<TransactionCancelled>): Promise<bigint> {
    const { accountNumber, repeatCashTransactionOid, series } = event.data;
    if (!series || repeatCashTransactionOid === undefined) return 0n;
    const pending = await this.followUps.all(
      cashTransactionDocuments,
      {
        index: CashTransactionIndex.Series,
        equals: [accountNumber, repeatCashTransactionOid, 'PD'],
      },
      event.position,
    );
    const cancellation = cancellationIn(event.data);
    let newest = 0n;
    for (const { oid } of pending) {
      const stream = cashStreamId(accountNumber, oid);
      const metadata = metadataOfReaction(this.name, event, oid);
      const command = { type: 'CancelWithSeries', oid, cancellation } as const;
      newest = later(newest, await this.followUps.send(stream, command, metadata));
    }
    return newest;
  }
}

function later(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
