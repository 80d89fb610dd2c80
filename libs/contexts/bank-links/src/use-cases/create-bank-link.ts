import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AccountView, restrictionProblem } from '#libs/contexts/accounts';
import {
  AggregateStore,
  type Outcome,
  reservation,
  Reservations,
} from '#libs/platform/event-store';
import {
  businessNow,
  type Clock,
  type CommandMetadata,
  conflict,
  isRefusal,
  type Problem,
  type Refusal,
  refuse,
} from '#libs/platform/kernel';
import { derivedIds, deriveUuid } from '#libs/platform/runtime';
import { CLOCK, Commands, type Platform, PLATFORM } from '#libs/platform/service';
import { bankAccountClaim } from '../bank-account-claims.js';
import { BankLinkFacts } from '../bank-link-facts.js';
import type { BankLinkInput, CreateBankLink } from '../domain/bank-link.commands.js';
import type { BankLinkEvent } from '../domain/bank-link.events.js';
import { bankLink } from '../domain/bank-link.js';
import { creationProblems } from '../domain/creation.js';
import { depositDays, isDayFull } from '../domain/deposit-days.js';
import { VerificationAttempts } from '../verification-attempts.js';

/** Links a bank account to an account the caller may move money of ([bank-link.create]). */
export class CreateBankLinkCommand extends Command<Outcome<BankLinkEvent> | Refusal> {
  constructor(
    readonly account: AccountView,
    readonly input: BankLinkInput,
    readonly problems: readonly Problem[],
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

/** Digits of a link id. */
const OID_DIGITS = 15;
const ROUNDS = 3;

/** Id of the link a command creates: the same each time it is sent. */
export function bankLinkOidOf(commandId: string): string {
  return derivedIds(deriveUuid(commandId, 'bank-link')).digits(OID_DIGITS);
}

/** Reserve, count the deposits of the day, append, confirm. The id follows from the command id, so a repeated command finds its own link. */
@CommandHandler(CreateBankLinkCommand)
export class CreateBankLinkHandler implements ICommandHandler<CreateBankLinkCommand> {
  readonly #perDay: number;

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
    private readonly reservations: Reservations,
    private readonly facts: BankLinkFacts,
    private readonly attempts: VerificationAttempts,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PLATFORM) { config }: Platform,
  ) {
    this.#perDay = config.microDepositsPerDay;
  }

  async execute(command: CreateBankLinkCommand): Promise<Outcome<BankLinkEvent> | Refusal> {
    const { account, metadata, input } = command;
    const bankLinkOid = bankLinkOidOf(metadata.commandId);
    const claim = bankAccountClaim(bankLinkOid, account.accountNumber, input);
    for (let round = 0; round < ROUNDS; round++) {
      const [create, known] = await Promise.all([
        this.#decision(bankLinkOid, command),
        this.aggregates.load(bankLink, bankLinkOid),
      ]);
      if (known.state === undefined) {
        const problems = creationProblems(create);
        if (problems.length > 0 || claim === undefined) return refuse(...problems);
        // who was faster is found in the facts of the next round
        if (!(await this.reservations.reserve(claim, metadata))) continue;
        const day = { type: 'CountSending', bankLinkOid, most: this.#perDay } as const;
        const { accountNumber } = account;
        const counted = await this.commands.execute(depositDays, accountNumber, day, metadata);
        if (isRefusal(counted)) {
          await this.reservations.release(claim, metadata);
          return counted;
        }
      }
      const outcome = await this.commands.execute(bankLink, bankLinkOid, create, metadata, {
        alongside: async () => {
          if (claim) await this.reservations.keep(this.reservations.key(claim), claim, metadata);
        },
      });
      // after a conflict the link may exist: the sweeper looks
      if (claim && isRefusal(outcome) && outcome.kind !== 'conflict') {
        await this.reservations.release(claim, metadata);
      }
      return outcome;
    }
    return conflict('Others are linking the bank account; try again.');
  }

  async #decision(
    bankLinkOid: string,
    { account, input, problems }: CreateBankLinkCommand,
  ): Promise<CreateBankLink> {
    const { accountNumber, firmId } = account;
    const claim = bankAccountClaim(bankLinkOid, accountNumber, input);
    const bankAccountKey = claim && this.reservations.key(claim);
    const [owner, taken, usedUp, sent] = await Promise.all([
      this.facts.owner(account, input.ownerLoginId),
      bankAccountKey !== undefined && this.#isTaken(bankAccountKey, bankLinkOid),
      this.attempts.areUsedUp(input, firmId),
      this.aggregates.load(depositDays, accountNumber),
    ]);
    const dayFull =
      !sent.state.links.includes(bankLinkOid) &&
      isDayFull(sent.state, this.#perDay, businessNow(this.clock, firmId));
    const restriction = restrictionProblem(account, 'bankLink');
    const facts = { ...owner, firmId, taken, usedUp, dayFull, bankAccountKey, restriction };
    return { type: 'CreateBankLink', accountNumber, bankLinkOid, input, problems, facts };
  }

  async #isTaken(key: string, bankLinkOid: string): Promise<boolean> {
    const { state } = await this.aggregates.load(reservation, key);
    return [...state.keys()].some((holder) => holder !== bankLinkOid);
  }
}
