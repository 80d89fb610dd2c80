import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AccountView } from '#libs/contexts/accounts';
import {
  AggregateStore,
  dataOf,
  isDryRun,
  type OutcomeOf,
  reservation,
  Reservations,
} from '#libs/platform/event-store';
import {
  businessNow,
  type ByCaller,
  type Caller,
  type Clock,
  conflict,
  isNumericOid,
  isRefusal,
  type Money,
  notFound,
  type Payload,
  type Refusal,
  refuse,
  RefusedException,
  throwIfProblems,
  throwIfRefused,
} from '#libs/platform/kernel';
import { derivedOid } from '#libs/platform/runtime';
import {
  CLOCK,
  CommandRunner,
  PLATFORM,
  type Platform,
  UseCaseCommand,
} from '#libs/platform/service';
import type { LinkIds, NewBankLink } from './bank-link.events.js';
import {
  bankAccountClaim,
  BankLinkFacts,
  findBankLink,
  VerificationAttempts,
} from './bank-link.facts.js';
import {
  bankLink,
  bankLinkRules,
  type CancelBankLink,
  comparesAmounts,
  type CreateBankLink,
  creationProblems,
  type VerificationFacts,
  type VerifyMicroDeposits,
  verifyMicroDeposits,
  type VerifyOwner,
} from './bank-link.js';
import { DecideCancellation } from './bank-link.reactions.js';
import { bankAccount, depositDays, isDayFull } from './limits.js';
import { MicroDepositAmounts } from './micro-deposits.ports.js';

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
    const facts = { ...owner, firmId, taken, usedUp, dayFull, bankAccountKey };
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

/** Cancels a bank link ([bank-link.cancel]). */
export class CancelBankLinkCommand extends UseCaseCommand<
  typeof bankLink,
  Payload<CancelBankLink> & { readonly account: AccountView }
> {}

@CommandHandler(CancelBankLinkCommand)
export class CancelBankLinkHandler implements ICommandHandler<CancelBankLinkCommand> {
  constructor(
    private readonly commands: CommandRunner,
    private readonly facts: BankLinkFacts,
    private readonly cancellation: DecideCancellation,
  ) {}

  async execute({
    payload: { account, ...rest },
    metadata,
    expectedRevision,
  }: CancelBankLinkCommand) {
    const { bankLinkOid, input } = rest;
    const [owner, transactionsInProcess] = await Promise.all([
      this.facts.owner(account, input.ownerLoginId),
      this.facts.transactionsInProcess(bankLinkOid),
    ]);
    const facts = { ...owner, transactionsInProcess };
    const command = { type: 'CancelBankLink', ...rest, facts } as const;
    const outcome = await this.commands.executeOrThrow(bankLink, bankLinkOid, command, metadata, {
      expectedRevision,
    });
    const isCancelling = outcome.after.state?.cancelling === true;
    return throwIfRefused(
      await this.cancellation.complete(outcome, isCancelling, { bankLinkOid }, metadata),
    );
  }
}

/** Verifies a link because its owner or the owner's firm vouches for it ([bank-link.owner-verification]). */
export class VerifyOwnerCommand extends UseCaseCommand<
  typeof bankLink,
  Payload<VerifyOwner> & { readonly account: AccountView; readonly by: ByCaller }
> {}

@CommandHandler(VerifyOwnerCommand)
export class VerifyOwnerHandler implements ICommandHandler<VerifyOwnerCommand> {
  constructor(
    private readonly commands: CommandRunner,
    private readonly facts: BankLinkFacts,
  ) {}

  async execute({ payload: { account, by, ...rest }, metadata }: VerifyOwnerCommand) {
    const { bankLinkOid, input } = rest;
    const owner = await this.facts.owner(account, input.ownerLoginId);
    const mayVouch = mayVouchFor(by.caller, input.ownerLoginId);
    const facts = { ...owner, mayVouch };
    const command = { type: 'VerifyOwner', ...rest, facts } as const;
    return this.commands.executeOrThrow(bankLink, bankLinkOid, command, metadata);
  }
}

/** Owners vouch for themselves; an entitled firm (`ownerVerification`) by its API client without an acting member. */
function mayVouchFor({ member, firmItself, entitlements }: Caller, ownerLoginId: string): boolean {
  if (member === ownerLoginId) return true;
  return firmItself === true && entitlements.includes('ownerVerification');
}

/** Verifies a link by the amounts of its micro-deposits ([bank-link.verify]). */
export class VerifyMicroDepositsCommand extends UseCaseCommand<
  typeof bankLink,
  Pick<VerifyMicroDeposits, keyof LinkIds | 'input'> & {
    readonly amounts: readonly [Money, Money];
    readonly caller: Caller;
  }
> {}

/** Once all checks before the amounts pass, uses up an attempt at the bank account before the link decides. */
@CommandHandler(VerifyMicroDepositsCommand)
export class VerifyMicroDepositsHandler implements ICommandHandler<VerifyMicroDepositsCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly facts: BankLinkFacts,
    private readonly amounts: MicroDepositAmounts,
    private readonly attempts: VerificationAttempts,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  async execute({ payload, metadata: sent, expectedRevision }: VerifyMicroDepositsCommand) {
    const { accountNumber, bankLinkOid, input, amounts, caller } = payload;
    const factsNow = (): Promise<VerificationFacts> =>
      this.facts.verification(accountNumber, input.ownerLoginId, caller);
    const command: VerifyMicroDeposits = {
      type: 'VerifyMicroDeposits',
      accountNumber,
      bankLinkOid,
      input,
      expectedRevision,
      amountsKey: this.amounts.key(bankLinkOid, amounts),
      attempts: this.platform.config.microDepositAttempts,
      facts: await factsNow(),
    };
    const now = businessNow(this.clock, sent.firmId);
    if (!isNumericOid(bankLinkOid)) {
      // no link has such an id, but earlier checks come first
      throwIfRefused(verifyMicroDeposits(command, undefined, now));
      throw new Error(`bank link ${bankLinkOid} can't exist`);
    }
    const { state } = await this.aggregates.load(bankLink, bankLinkOid);
    // no guard has asked for the right, so none asks again
    const stillAllowed = async (): Promise<Refusal | undefined> => {
      const refused = await sent.stillAllowed?.();
      if (refused) return refused;
      const decision = verifyMicroDeposits({ ...command, facts: await factsNow() }, state, now);
      return isRefusal(decision) ? decision : undefined;
    };
    const metadata = { ...sent, stillAllowed };
    if (state && comparesAmounts(verifyMicroDeposits(command, state, now))) {
      await this.attempts.take(state, metadata);
      // otherwise amounts could be guessed without using attempts
      if (isDryRun()) throwIfRefused(refuse(bankLinkRules.broken('banklink.amounts.dry.run.rule')));
    }
    return this.commands.executeOrThrow(bankLink, bankLinkOid, command, metadata);
  }
}

/** Operator: forgets the wrong attempts at a bank account, on all links of its owner to it ([bank-link.limit]). */
export class UnlockBankAccountCommand extends UseCaseCommand<
  typeof bankAccount,
  { readonly bankLinkOid: string }
> {}

@CommandHandler(UnlockBankAccountCommand)
export class UnlockBankAccountHandler implements ICommandHandler<UnlockBankAccountCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly attempts: VerificationAttempts,
  ) {}

  async execute({ payload: { bankLinkOid }, metadata }: UnlockBankAccountCommand) {
    const link = throwIfRefused((await findBankLink(this.aggregates, bankLinkOid)) ?? notFound());
    const { accountNumber } = link;
    const command = { type: 'UnlockAttempts', bankLinkOid, accountNumber } as const;
    return this.commands.executeOrThrow(bankAccount, this.attempts.keyOf(link), command, metadata);
  }
}
