import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AccountView, restrictionProblem } from '#libs/contexts/accounts';
import {
  AggregateStore,
  dataOf,
  type OutcomeOf,
  reservation,
  Reservations,
} from '#libs/platform/event-store';
import { RefusedException, throwIfProblems, throwIfRefused } from '#libs/platform/http';
import { businessNow, type Clock, conflict, isRefusal } from '#libs/platform/kernel';
import { derivedOid } from '#libs/platform/runtime';
import {
  CLOCK,
  CommandRunner,
  type Platform,
  PLATFORM,
  UseCaseCommand,
} from '#libs/platform/service';
import { bankAccountClaim } from '../bank-account-claims.js';
import { BankLinkFacts } from '../bank-link-facts.js';
import type { CreateBankLink } from '../domain/bank-link.commands.js';
import type { NewBankLink } from '../domain/bank-link.events.js';
import { bankLink, creationProblems } from '../domain/bank-link.js';
import { depositDays, isDayFull } from '../domain/deposit-days.js';
import { VerificationAttempts } from '../verification-attempts.js';

interface NewLink {
  readonly account: AccountView;
  readonly input: NewBankLink;
}

/** Links a bank account ([bank-link.create]). */
export class CreateBankLinkCommand extends UseCaseCommand<typeof bankLink, NewLink> {}

const MAX_ROUNDS = 3;

/**
 * Reserves the bank account, counts the day's deposits, appends, and confirms the reservation. The link id is derived from the
 * command id, so a repeated command finds its own link.
 */
@CommandHandler(CreateBankLinkCommand)
export class CreateBankLinkHandler implements ICommandHandler<CreateBankLinkCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly reservations: Reservations,
    private readonly facts: BankLinkFacts,
    private readonly attempts: VerificationAttempts,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  async execute(command: CreateBankLinkCommand) {
    const { payload, metadata } = command;
    const { account, input } = payload;
    const most = this.platform.config.microDepositsPerDay;
    const bankLinkOid = derivedOid(metadata.commandId, 'bank-link');
    const claim = bankAccountClaim(bankLinkOid, account.accountNumber, input);
    const key = this.reservations.key(claim);
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const [create, known] = await Promise.all([
        this.#commandFor(bankLinkOid, key, most, payload),
        this.aggregates.load(bankLink, bankLinkOid),
      ]);
      if (known.state === undefined) {
        throwIfProblems(creationProblems(create));
        // the facts of the next round show who was faster
        if (!(await this.reservations.reserve(claim, metadata))) continue;
        const day = { type: 'CountSending', bankLinkOid, most } as const;
        const { accountNumber } = account;
        const counted = await this.commands.execute(depositDays, accountNumber, day, metadata);
        if (isRefusal(counted)) await this.reservations.release(claim, metadata);
        throwIfRefused(counted);
      }
      const outcome = await this.commands.execute(bankLink, bankLinkOid, create, metadata, {
        whileReacting: () => this.reservations.keep(key, claim, metadata),
      });
      // after a conflict the link may exist: left to the reservation sweeper
      if (isRefusal(outcome) && outcome.kind !== 'conflict') {
        await this.reservations.release(claim, metadata);
      }
      return this.#withRevision(throwIfRefused(outcome));
    }
    throw new RefusedException(conflict('The bank account is being linked by others; try again.'));
  }

  async #commandFor(
    bankLinkOid: string,
    bankAccountKey: string,
    most: number,
    { account, input }: NewLink,
  ): Promise<CreateBankLink> {
    const { accountNumber, firmId } = account;
    const [owner, reserved, usedUp, sent] = await Promise.all([
      this.facts.owner(account, input.ownerLoginId),
      this.aggregates.load(reservation, bankAccountKey),
      this.attempts.areUsedUp({ ...input, bankAccountKey }, firmId),
      this.aggregates.load(depositDays, accountNumber),
    ]);
    const taken = [...reserved.state.keys()].some((holder) => holder !== bankLinkOid);
    const dayFull =
      !sent.state.links.includes(bankLinkOid) &&
      isDayFull(sent.state, most, businessNow(this.clock, firmId));
    const restriction = restrictionProblem(account, 'bankLink');
    const facts = { ...owner, firmId, taken, usedUp, dayFull, bankAccountKey, restriction };
    return { type: 'CreateBankLink', accountNumber, bankLinkOid, input, facts };
  }

  /** Revision after the creation and its reactions, ignoring later appends by others. */
  async #withRevision(outcome: OutcomeOf<typeof bankLink>): Promise<OutcomeOf<typeof bankLink>> {
    const { bankLinkOid } = dataOf(outcome, 'bankLink.BankLinkCreated');
    const now = await this.aggregates.loadCached(bankLink, bankLinkOid);
    const { revision, position: own } = now;
    return own <= outcome.position ? { ...outcome, revision, own } : outcome;
  }
}
