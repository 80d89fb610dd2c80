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
import { CLOCK, Commands, type Platform, PLATFORM, UseCaseCommand } from '#libs/platform/service';
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

/** Links a bank account to an account the caller may move money of ([bank-link.create]). */
export class CreateBankLinkCommand extends UseCaseCommand<typeof bankLink, NewLink> {}

const ROUNDS = 3;

/**
 * Reserve, count the deposits of the day, append, confirm. The id of the link follows from the command id, so a repeated command finds its own
 * link.
 */
@CommandHandler(CreateBankLinkCommand)
export class CreateBankLinkHandler implements ICommandHandler<CreateBankLinkCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
    private readonly reservations: Reservations,
    private readonly facts: BankLinkFacts,
    private readonly attempts: VerificationAttempts,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  async execute(command: CreateBankLinkCommand) {
    const { asked, metadata } = command;
    const { account, input } = asked;
    const most = this.platform.config.microDepositsPerDay;
    const bankLinkOid = derivedOid(metadata.commandId, 'bank-link');
    const claim = bankAccountClaim(bankLinkOid, account.accountNumber, input);
    const key = this.reservations.key(claim);
    for (let round = 0; round < ROUNDS; round++) {
      const [create, known] = await Promise.all([
        this.#decision(bankLinkOid, key, most, asked),
        this.aggregates.load(bankLink, bankLinkOid),
      ]);
      if (known.state === undefined) {
        throwIfProblems(creationProblems(create));
        // who was faster is found in the facts of the next round
        if (!(await this.reservations.reserve(claim, metadata))) continue;
        const day = { type: 'CountSending', bankLinkOid, most } as const;
        const { accountNumber } = account;
        const counted = await this.commands.execute(depositDays, accountNumber, day, metadata);
        if (isRefusal(counted)) await this.reservations.release(claim, metadata);
        throwIfRefused(counted);
      }
      const outcome = await this.commands.execute(bankLink, bankLinkOid, create, metadata, {
        alongside: () => this.reservations.keep(key, claim, metadata),
      });
      // after a conflict the link may exist: the sweeper looks
      if (isRefusal(outcome) && outcome.kind !== 'conflict') {
        await this.reservations.release(claim, metadata);
      }
      return this.#left(throwIfRefused(outcome));
    }
    throw new RefusedException(conflict('Others are linking the bank account; try again.'));
  }

  async #decision(
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

  /** Where the creation and its reactions left the link: without what others appended since. */
  async #left(outcome: OutcomeOf<typeof bankLink>): Promise<OutcomeOf<typeof bankLink>> {
    const { bankLinkOid } = dataOf(outcome, 'bankLink.BankLinkCreated');
    const now = await this.aggregates.recall(bankLink, bankLinkOid);
    return now.position <= outcome.position ? { ...outcome, revision: now.revision } : outcome;
  }
}
