import { Inject } from '@nestjs/common';
import { account, closedRefusal, OpenAccounts } from '#libs/contexts/accounts';
import { ActiveBankLinks, type BankLinkEvent } from '#libs/contexts/bank-links';
import { AggregateStore, type OutcomeOf } from '#libs/platform/event-store';
import {
  businessDate,
  businessNow,
  type Clock,
  type CommandMetadata,
  latestBusinessNow,
  processMetadata,
  type RecordedOf,
  type Refusal,
  refuse,
  timestampOf,
} from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { deriveUuid, type Logger } from '#libs/platform/runtime';
import {
  CLOCK,
  CommandRunner,
  DueByFirmClock,
  EveryMinute,
  followEach,
  LOGGER,
  metadataOfReaction,
  type Reaction,
  Reacts,
  SecondLook,
} from '#libs/platform/service';
import {
  BANK_LINK_CANCELLED,
  bankLinkOf,
  cancellationIn,
  cashRules,
  cashStreamId,
} from './cash-state.js';
import {
  type CashSeriesDocument,
  cashSeriesDocuments,
  CashSeriesIndex,
  cashTransactionDocuments,
  CashTransactionIndex,
} from './cash.document.js';
import type {
  TransactionCancelled,
  TransactionChanged,
  TransactionCreated,
  TransactionReported,
} from './cash.events.js';
import { cashUnderWay, seriesObstacle } from './cash.facts.js';
import { cash } from './cash.js';

const BANK_LINK_DELETED = 'cash.transaction.bank.link.deleted.rule';

type LinkCancelled = Extract<BankLinkEvent, { type: 'bankLink.BankLinkCancelled' }>;

/**
 * Rejects everything pending on a cancelled bank link and ends its series. Since a link with pending transactions can't be cancelled by
 * request, this finds only series without one, and reports of the back office on a link that expired unverified.
 */
@Reacts()
export class FollowBankLink implements Reaction<LinkCancelled> {
  readonly name = 'cash.follow-bank-link';
  readonly events = ['bankLink.BankLinkCancelled'] as const;

  constructor(
    private readonly commands: CommandRunner,
    private readonly readModels: ReadModels,
  ) {}

  async react(event: RecordedOf<LinkCancelled>): Promise<bigint> {
    const { bankLinkOid, accountNumber: own } = event.data;
    // read everything before changing anything
    const ofLink = { index: CashTransactionIndex.BankLink, equals: [bankLinkOid, 'PD'] };
    const pending = await this.readModels
      .of(cashTransactionDocuments)
      .findAll(ofLink, event.position);
    const series = await this.readModels
      .of(cashSeriesDocuments)
      .findAll({ index: CashSeriesIndex.BankLink, equals: [bankLinkOid] }, event.position);
    const isOwn = ({ accountNumber }: { readonly accountNumber: string }) => accountNumber === own;
    const streams = new Set([
      ...pending.filter(isOwn).map(({ oid }) => cashStreamId(own, oid)),
      ...series.filter(isOwn).map((one) => cashStreamId(own, one.repeatCashTransactionOid)),
    ]);
    const command = {
      type: 'RejectPending',
      cause: 'bankLink',
      reason: BANK_LINK_CANCELLED,
      bankLinkOid,
    } as const;
    return followEach(streams, (stream) => {
      const metadata = metadataOfReaction(this.name, event, stream);
      return this.commands.executeUnrefused(cash, stream, command, metadata);
    });
  }
}

type Relying = TransactionCreated | TransactionReported | TransactionChanged;

type Undone = OutcomeOf<typeof cash>;

/** The second look of cash: it relies on an open account, on the right of whoever created it, and on an active bank link. */
@Reacts()
export class LookAgainAtCash extends SecondLook<Relying> {
  readonly name = 'cash.check-new-transaction';
  readonly events = [
    'cash.TransactionCreated',
    'cash.TransactionReported',
    'cash.TransactionChanged',
  ] as const;

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly accounts: OpenAccounts,
    private readonly bankLinks: ActiveBankLinks,
  ) {
    super();
  }

  protected async look(event: RecordedOf<Relying>): Promise<Refusal | undefined> {
    const { accountNumber } = event.data;
    if (arrives(event)) {
      const wasClosed = await this.accounts.wasClosed(accountNumber, event);
      return wasClosed ? closedRefusal() : undefined;
    }
    const hinders = (): Promise<string | undefined> => this.#underWay(event);
    const bankLinkOid = bankLinkOf(event.data);
    const [refusal, cancelled] = await Promise.all([
      this.accounts.refusalOf(event, { accountNumber, action: rightFor(event), hinders }),
      bankLinkOid !== undefined && this.bankLinks.isCancelled(bankLinkOid, event, hinders),
    ]);
    if (refusal) return refusal;
    if (!cancelled || (await this.#wasOn(bankLinkOid, event))) return undefined;
    return refuse(cashRules.broken(BANK_LINK_DELETED, BANK_LINK_CANCELLED));
  }

  protected undo(
    event: RecordedOf<Relying>,
    metadata: CommandMetadata,
    { problems: [problem] }: Refusal,
  ) {
    const { accountNumber, oid } = event.data;
    const cause = problem?.errorCode === BANK_LINK_DELETED ? 'bankLink' : 'account';
    const reason = problem?.message ?? '';
    const undone = { oid, status: arrives(event) ? 'CL' : 'PR' } as const;
    const command = { type: 'RejectPending', cause, reason, undone } as const;
    return this.commands.execute(cash, cashStreamId(accountNumber, oid), command, metadata);
  }

  /** {@link FollowBankLink} may have come first. */
  protected override hasUndone({ data: { oid } }: RecordedOf<Relying>, undone: Undone) {
    return undone.events.length > 0 || undone.after.state.transactions.get(oid)?.status === 'RJ';
  }

  /** Whether a report found the transaction on the bank link: what was under way there goes on. */
  async #wasOn(bankLinkOid: string | undefined, event: RecordedOf<Relying>): Promise<boolean> {
    if (event.type !== 'cash.TransactionChanged') return false;
    const { accountNumber, oid } = event.data;
    const stream = cashStreamId(accountNumber, oid);
    const before = await this.aggregates.load(cash, stream, event.position - 1n);
    const known = before.state.transactions.get(oid);
    return known !== undefined && bankLinkOf(known) === bankLinkOid;
  }

  async #underWay({ data: { accountNumber, oid } }: RecordedOf<Relying>) {
    const { state } = await this.aggregates.load(cash, cashStreamId(accountNumber, oid));
    const status = state.transactions.get(oid)?.status;
    return status === 'PD' || status === 'PR' ? cashUnderWay(oid, status) : undefined;
  }
}

/** Whether money arrived, reported as a whole. */
function arrives(event: RecordedOf<Relying>): boolean {
  return event.type === 'cash.TransactionReported' && event.data.status === 'CL';
}

/** Only creating a transaction takes a right of the acting member; later ones of a series follow from the first. */
function rightFor(event: RecordedOf<Relying>): 'moveMoney' | undefined {
  if (event.type !== 'cash.TransactionCreated') return undefined;
  return (event.data.occurrence?.number ?? 1) === 1 ? 'moveMoney' : undefined;
}

/**
 * Cancels the other pending transactions of a cancelled series that have streams of their own: those the back office reported.
 * Occurrences created here share the stream of the series and are cancelled with it.
 */
@Reacts()
export class CancelReportedSeries implements Reaction<TransactionCancelled> {
  readonly name = 'cash.cancel-reported-series';
  readonly events = ['cash.TransactionCancelled'] as const;

  constructor(
    private readonly commands: CommandRunner,
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
      return this.commands.executeUnrefused(
        cash,
        cashStreamId(accountNumber, oid),
        command,
        metadata,
      );
    });
  }
}

/**
 * Creates the next transaction of each series on the day of the newest in New York. Safe to run in several processes: the command
 * id is derived from the occurrence number.
 */
@DueByFirmClock()
export class SeriesTimer extends EveryMinute {
  constructor(
    private readonly commands: CommandRunner,
    private readonly readModels: ReadModels,
    private readonly aggregates: AggregateStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('repeating cash transactions not created', logger);
  }

  /** Schedules every series due today. Returns how many there were. */
  async run(atLeast?: bigint): Promise<number> {
    const to = businessDate(latestBusinessNow(this.clock));
    const due = { index: CashSeriesIndex.Due, equals: [], range: { to } };
    let count = 0;
    for await (const series of this.readModels.of(cashSeriesDocuments).each(due, atLeast)) {
      if (await this.#schedule(series)) count += 1;
    }
    return count;
  }

  /** Returns whether the series is due by its firm's clock. */
  async #schedule(series: CashSeriesDocument): Promise<boolean> {
    const { accountNumber, repeatCashTransactionOid, number, dueOn = '' } = series;
    const { state } = await this.aggregates.load(account, accountNumber);
    const firmId = state.opened ? state.firmId : undefined;
    const obstacle = state.opened ? seriesObstacle(state) : 'The account does not exist.';
    const today = businessDate(businessNow(this.clock, firmId));
    if (dueOn > today) return false;
    const id = cashStreamId(accountNumber, repeatCashTransactionOid);
    const closed = state.opened && state.closed;
    const command = closed
      ? ({ type: 'RejectPending', cause: 'account', reason: obstacle ?? '' } as const)
      : ({ type: 'ScheduleOccurrences', today, obstacle } as const);
    const commandId = deriveUuid(id, `occurrence:${number + 1}`);
    const about = processMetadata('cash.series-timer', commandId, timestampOf(this.clock.now()));
    await this.commands.execute(cash, id, command, {
      ...about,
      ...(firmId !== undefined && { firmId }),
    });
    return true;
  }
}
