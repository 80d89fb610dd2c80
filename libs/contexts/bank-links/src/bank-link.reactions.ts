import { Inject, Injectable } from '@nestjs/common';
import { OpenAccounts } from '#libs/contexts/accounts';
import { type ItemCommand, itemForAttention, type ItemOwner } from '#libs/contexts/attention';
import { memberDecider } from '#libs/contexts/members';
import { AggregateStore, eventOf, type OutcomeOf, Reservations } from '#libs/platform/event-store';
import {
  businessNow,
  type Clock,
  type CommandMetadata,
  isRefusal,
  latestBusinessNow,
  processMetadata,
  type Recorded,
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
  Ending,
  EveryMinute,
  LOGGER,
  metadataOfReaction,
  type Reaction,
  Reacts,
  SecondLook,
} from '#libs/platform/service';
import { bankLinkDocuments, BankLinkIndex } from './bank-link.document.js';
import type {
  BankLinkCancelled,
  BankLinkCreated,
  BankLinkVerified,
  CancellationBegun,
  MicroDepositsSent,
} from './bank-link.events.js';
import {
  BANK_ACCOUNT,
  BankLinkFacts,
  findBankLink,
  VerificationAttempts,
} from './bank-link.facts.js';
import { bankLink, bankLinkRules, type BankLinkState } from './bank-link.js';
import { bankAccount } from './limits.js';
import { AchNetwork, MicroDepositAmounts } from './micro-deposits.ports.js';

type LinkOid = Pick<CancellationBegun['data'], 'bankLinkOid'>;

/** The second step of a cancellation: money under way is looked up again. */
@Reacts()
export class DecideCancellation extends Ending<
  LinkOid,
  CancellationBegun,
  OutcomeOf<typeof bankLink>
> {
  readonly name = 'bank-links.decide-cancellation';
  readonly events = ['bankLink.CancellationBegun'] as const;

  constructor(
    private readonly commands: CommandRunner,
    private readonly facts: BankLinkFacts,
  ) {
    super();
  }

  protected async decide({ bankLinkOid }: LinkOid, metadata: CommandMetadata) {
    const transactionsInProcess = await this.facts.transactionsInProcess(bankLinkOid);
    const command = { type: 'DecideCancellation', transactionsInProcess } as const;
    const outcome = await this.commands.execute(bankLink, bankLinkOid, command, metadata);
    if (isRefusal(outcome)) return outcome;
    return eventOf(outcome, 'bankLink.CancellationTakenBack') || outcome.after.state?.status === 'A'
      ? refuse(bankLinkRules.broken('banklink.transactions.in.process.rule')).leaving(
          outcome.position,
        )
      : outcome;
  }
}

/** The second look of what relies on an active bank link. */
@Injectable()
export class ActiveBankLinks {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
  ) {}

  /**
   * Whether the link is cancelled, now that an event relying on it is in the log. A cancellation that has only begun is taken back.
   * @param hinders what the event still needs the link for; undefined if that is over. Asked only if the link is about to be cancelled
   */
  async isCancelled(
    bankLinkOid: string,
    event: Recorded,
    hinders: () => Promise<string | undefined>,
  ): Promise<boolean> {
    const link = await findBankLink(this.aggregates, bankLinkOid);
    if (!link?.cancelling) return this.#hasEnded(link, event);
    // it may be over because the cancellation is complete and the durable run has undone the event
    if ((await hinders()) === undefined) {
      return this.#hasEnded(await findBankLink(this.aggregates, bankLinkOid), event);
    }
    const command = { type: 'DecideCancellation', transactionsInProcess: true } as const;
    const metadata = metadataOfReaction('bank-links.keep-active', event, bankLinkOid);
    const outcome = await this.commands.execute(bankLink, bankLinkOid, command, metadata, {
      always: true,
    });
    if (isRefusal(outcome)) throw new Error(`DecideCancellation was refused: ${outcome.kind}`);
    return outcome.after.state?.status === 'D';
  }

  /** A request cancels no link that money is under way on; a link that ends otherwise takes nothing back. */
  async #hasEnded(link: BankLinkState, event: Recorded): Promise<boolean> {
    if (link?.status !== 'D') return false;
    if (link.cause === 'request') return true;
    return (await findBankLink(this.aggregates, link.bankLinkOid, event.position))?.status === 'D';
  }
}

/** The second look of a new link: it relies on an open account and on the right of whoever made it. */
@Reacts()
export class LookAgainAtBankLink extends SecondLook<BankLinkCreated> {
  readonly name = 'bank-links.look-again';
  readonly events = ['bankLink.BankLinkCreated'] as const;

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly accounts: OpenAccounts,
  ) {
    super();
  }

  protected look(event: RecordedOf<BankLinkCreated>): Promise<Refusal | undefined> {
    const { accountNumber, bankLinkOid } = event.data;
    const hinders = async (): Promise<string | undefined> => {
      const { state } = await this.aggregates.load(bankLink, bankLinkOid);
      const isOver = state?.status !== 'A' || state.verification !== undefined;
      return isOver ? undefined : depositsUnderWay(bankLinkOid);
    };
    return this.accounts.refusalOf(event, { accountNumber, action: 'moveMoney', hinders });
  }

  protected undo(
    { data: { bankLinkOid } }: RecordedOf<BankLinkCreated>,
    metadata: CommandMetadata,
  ) {
    return this.commands.execute(bankLink, bankLinkOid, { type: 'DropBankLink' }, metadata);
  }
}

/** What keeps an account from being closed while the deposits of a link are sent, or await confirmation. */
export function depositsUnderWay(bankLinkOid: string): string {
  return `The micro-deposits of bank link ${bankLinkOid} are under way.`;
}

/**
 * Sends the micro-deposits of a new link that stands, and records their confirmation. If the process dies in between, the durable run
 * repeats the same order.
 */
@Reacts()
export class SendMicroDeposits implements Reaction<BankLinkCreated> {
  readonly name = 'bank-links.send-micro-deposits';
  readonly events = ['bankLink.BankLinkCreated'] as const;

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly ach: AchNetwork,
    private readonly amounts: MicroDepositAmounts,
    private readonly secondLook: LookAgainAtBankLink,
  ) {}

  async react(event: RecordedOf<BankLinkCreated>): Promise<bigint> {
    if (isRefusal(await this.secondLook.react(event))) return 0n;
    const { bankLinkOid, accountType, routingNumber, bankAccountNumber } = event.data;
    // absent, contrary to its type, once the owner's key is destroyed
    const nameOnAccount = event.data.nameOnAccount as string | undefined;
    const { state } = await this.aggregates.load(bankLink, bankLinkOid);
    if (state?.status !== 'A' || nameOnAccount === undefined) return 0n;
    const amounts = this.amounts.of(bankLinkOid);
    if (!state.amountsKey) {
      const order = { bankLinkOid, accountType, routingNumber, bankAccountNumber, nameOnAccount };
      await this.ach.sendMicroDeposits(order, amounts);
    }
    const amountsKey = this.amounts.key(bankLinkOid, amounts);
    const command = { type: 'ConfirmMicroDeposits', amountsKey } as const;
    const metadata = metadataOfReaction(this.name, event, 'confirm');
    return this.commands.executeUnrefused(bankLink, bankLinkOid, command, metadata);
  }
}

/** Allows the bank account of a cancelled link to be linked again. */
@Reacts()
export class ReleaseBankAccount implements Reaction<BankLinkCancelled> {
  readonly name = 'bank-links.release-bank-account';
  readonly events = ['bankLink.BankLinkCancelled'] as const;

  constructor(private readonly reservations: Reservations) {}

  async react(event: RecordedOf<BankLinkCancelled>): Promise<bigint> {
    const { bankLinkOid, bankAccountKey } = event.data;
    const held = { kind: BANK_ACCOUNT, holder: bankLinkOid };
    const metadata = metadataOfReaction(this.name, event, 'bank-account');
    await this.reservations.resolve(bankAccountKey, held, false, metadata);
    return 0n;
  }
}

/** Forgets earlier wrong attempts once the right amounts are submitted. */
@Reacts()
export class ClearAttempts implements Reaction<BankLinkVerified> {
  readonly name = 'bank-links.clear-attempts';
  readonly events = ['bankLink.BankLinkVerified'] as const;

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly attempts: VerificationAttempts,
  ) {}

  async react(event: RecordedOf<BankLinkVerified>): Promise<bigint> {
    const { bankLinkOid, method } = event.data;
    if (method !== 'microDeposits') return 0n;
    const { state } = await this.aggregates.load(bankLink, bankLinkOid);
    if (!state) throw new Error(`bank link ${bankLinkOid} does not exist`);
    const key = this.attempts.keyOf(state);
    const command = { type: 'ClearAttempts', bankLinkOid } as const;
    const metadata = metadataOfReaction(this.name, event, 'clear');
    return this.commands.executeUnrefused(bankAccount, key, command, metadata);
  }
}

type Trigger = MicroDepositsSent | BankLinkVerified | BankLinkCancelled;

/**
 * Manages the item for attention of type MD: asks the owner for the amounts while they can be confirmed, is agreed to once the
 * link is verified in either way, withdrawn when it is cancelled. A single reaction keeps these in log order in the durable run.
 */
@Reacts()
export class MicroDepositItems implements Reaction<Trigger> {
  readonly name = 'bank-links.micro-deposit-items';
  readonly events = [
    'bankLink.MicroDepositsSent',
    'bankLink.BankLinkVerified',
    'bankLink.BankLinkCancelled',
  ] as const;

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async react(event: RecordedOf<Trigger>): Promise<bigint> {
    const { bankLinkOid } = event.data;
    const id = deriveUuid(bankLinkOid, 'item-for-attention/MD');
    const [{ state: link }, item] = await Promise.all([
      this.aggregates.load(bankLink, bankLinkOid),
      this.aggregates.load(itemForAttention, id),
    ]);
    if (!link) throw new Error(`bank link ${bankLinkOid} does not exist`);
    const { ownerLoginId: loginId, firmId } = link;
    const { state } = await this.aggregates.loadCached(memberDecider, loginId);
    if (!state.member) throw new Error(`owner ${loginId} is not a member`);
    const { memberOid } = state.member;
    // verified by the owner while the deposits were in transit: there is no item to settle
    if (link.verification !== undefined && item.state === undefined) return 0n;

    const outcome = await this.commands.execute(
      itemForAttention,
      id,
      commandFor(event, { id, loginId, memberOid, firmId }),
      metadataOfReaction(this.name, event, id),
    );
    if (!isRefusal(outcome)) return outcome.position;
    // expired, or changed by the back office: retrying would not help
    const problems = outcome.problems.map(({ errorCode }) => errorCode);
    this.logger.warn({ reaction: this.name, item: id, problems }, 'item left unchanged');
    return 0n;
  }
}

function commandFor({ type, data }: RecordedOf<Trigger>, item: ItemOwner): ItemCommand {
  const { id, loginId, memberOid: actorOid } = item;
  switch (type) {
    case 'bankLink.MicroDepositsSent': {
      const content = {
        ifaType: 'MD',
        targetOid: data.bankLinkOid,
        targetOidType: 'B',
        forceResponse: true,
        startDate: data.sentAt,
        expirationDate: data.expiresAt,
      } as const;
      return { type: 'RaiseItem', ...item, content };
    }
    case 'bankLink.BankLinkVerified':
      return { type: 'RespondToItem', id, loginId, action: 'A', actorOid };
    case 'bankLink.BankLinkCancelled':
      return { type: 'WithdrawItem', id };
  }
}

/**
 * Cancels links whose micro-deposits have expired. Reads and verifications check the time themselves and don't wait for it.
 * Several processes may sweep at once.
 */
@DueByFirmClock()
export class ExpirySweep extends EveryMinute {
  constructor(
    private readonly commands: CommandRunner,
    private readonly readModels: ReadModels,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('sweep of expired micro-deposits failed', logger);
  }

  /** Cancels every link that is due. Returns how many it cancelled, regardless of what the read model still lists. */
  async run(atLeast?: bigint): Promise<number> {
    const due = {
      index: BankLinkIndex.Expiry,
      equals: [],
      range: { to: latestBusinessNow(this.clock) },
    };
    let count = 0;
    for await (const link of this.readModels.of(bankLinkDocuments).each(due, atLeast)) {
      const { bankLinkOid, firmId, expiresAt = '' } = link;
      if (expiresAt > businessNow(this.clock, firmId)) continue;
      const command = { type: 'ExpireMicroDeposits' } as const;
      // the same id in every process
      const commandId = deriveUuid(bankLinkOid, 'expire-micro-deposits');
      const now = timestampOf(this.clock.now());
      const about = { ...processMetadata('bank-links.expiry-sweep', commandId, now), firmId };
      const outcome = await this.commands.execute(bankLink, bankLinkOid, command, about);
      if (!isRefusal(outcome) && !outcome.repeated && outcome.events.length > 0) count += 1;
    }
    return count;
  }
}
