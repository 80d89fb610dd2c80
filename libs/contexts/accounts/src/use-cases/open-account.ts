import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore, type Claim, dataOf, type OutcomeOf } from '#libs/platform/event-store';
import { RefusedException, throwIfRefused } from '#libs/platform/http';
import {
  accountClass,
  type CommandMetadata,
  conflict,
  isRefusal,
  type Refusal,
} from '#libs/platform/kernel';
import { derivedIds, deriveUuid } from '#libs/platform/runtime';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { AccountReservations, claimsOf, nameClaim } from '../account-reservations.js';
import { account } from '../domain/account.js';
import type { OpenAccount, OpeningFacts } from '../domain/commands.js';
import { newAccountNumber } from '../domain/opening.js';
import { OpeningFactsLookup } from '../opening-facts.js';

/** Opens an account of any type ([account.create]). */
export class OpenAccountCommand extends UseCaseCommand<
  typeof account,
  Pick<OpenAccount, 'input'> & Pick<OpeningFacts, 'firmId' | 'createdBy'>
> {}

/** How many account numbers are tried, and how many decisions are made for each. */
const NUMBERS = 5;
const ROUNDS = 3;

/**
 * Rehearse, reserve, append, confirm. The rehearsal finds every problem, or the account of an earlier call with the same command id.
 * Account numbers are derived from the command id, so a repeated command tries the same ones.
 */
@CommandHandler(OpenAccountCommand)
export class OpenAccountHandler implements ICommandHandler<OpenAccountCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly people: OpeningFactsLookup,
    private readonly reservations: AccountReservations,
  ) {}

  async execute(command: OpenAccountCommand) {
    const ids = derivedIds(deriveUuid(command.metadata.commandId, 'account-number'));
    for (let attempt = 0; attempt < NUMBERS; attempt++) {
      const result = await this.#open(newAccountNumber(ids), command);
      if (!isRefusal(result) || result.kind !== 'conflict') return throwIfRefused(result);
    }
    throw new RefusedException(conflict('The account is being opened by others; try again.'));
  }

  /** Refused with a conflict if the number is another account's. */
  async #open(
    accountNumber: string,
    command: OpenAccountCommand,
  ): Promise<OutcomeOf<typeof account> | Refusal> {
    const { payload, metadata } = command;
    const { input } = payload;
    for (let round = 0; round < ROUNDS; round++) {
      const [facts] = await Promise.all([
        this.#facts(accountNumber, payload),
        this.aggregates.load(account, accountNumber),
      ]);
      const opening: OpenAccount = { type: 'OpenAccount', input, facts };
      const rehearsal = { ...opening, rehearsal: true };
      const refusal = await this.commands.execute(account, accountNumber, rehearsal, metadata, {
        loaded: true,
      });
      if (!isRefusal(refusal)) return this.#resolved(refusal, metadata);
      if (refusal.kind !== 'invalid' || refusal.problems.length > 0) return refusal;

      const claims = openingClaims(opening);
      // the next round's facts include the faster request
      if (!(await this.reservations.take(claims, metadata))) continue;
      const outcome = await this.commands.execute(account, accountNumber, opening, metadata, {
        whileReacting: () => this.reservations.keep(claims, metadata),
      });
      if (!isRefusal(outcome)) {
        return outcome.repeated ? this.#resolved(outcome, metadata) : outcome;
      }
      await this.reservations.resolve(claims, metadata);
      return outcome;
    }
    return conflict('Other accounts of the owner are being opened; try again.');
  }

  /** Settles the claims of an account that an earlier call opened; it may have been renamed since. */
  async #resolved(
    outcome: OutcomeOf<typeof account>,
    metadata: CommandMetadata,
  ): Promise<OutcomeOf<typeof account>> {
    const opened = dataOf(outcome, 'account.AccountOpened');
    await this.reservations.resolve(claimsOf(opened), metadata);
    return outcome;
  }

  async #facts(
    accountNumber: string,
    { input, firmId, createdBy }: OpenAccountCommand['payload'],
  ): Promise<OpeningFacts> {
    const { primaryAccountOwner: owner, accountName, billingPlanOid } = input;
    const [member, corporateFirm, jointOwners, trustees, billingPlan, memberPlans, nameTaken] =
      await Promise.all([
        this.people.member(owner, accountNumber),
        this.people.corporateFirm(owner, accountNumber),
        found(input.jointOwners, (loginId) => this.people.member(loginId, accountNumber)),
        found(input.trustees, (loginId) => this.people.trustee(loginId)),
        this.people.billingPlan(firmId, billingPlanOid),
        this.people.memberPlans(firmId, owner, accountNumber),
        this.reservations.heldByAnother(nameClaim(accountNumber, owner, accountName)),
      ]);
    // reveals nothing about the accounts of another firm's clients
    const ours = member?.firmId === firmId || corporateFirm?.advisorFirmId === firmId;
    return {
      accountNumber,
      firmId,
      createdBy,
      ...(member && { member }),
      ...(corporateFirm && { corporateFirm }),
      jointOwners,
      trustees,
      ...(billingPlan && { billingPlan }),
      memberPlans: ours ? memberPlans : [],
      nameTaken: ours && nameTaken,
    };
  }
}

/** The claims of an opening that passed its rehearsal. */
function openingClaims({ input, facts }: OpenAccount): readonly Claim[] {
  const { accountType, accountName, primaryAccountOwner } = input;
  const corporate = accountClass(accountType) === 'corporate';
  return claimsOf({
    accountNumber: facts.accountNumber,
    accountType,
    accountName,
    primaryAccountOwner: corporate ? primaryAccountOwner : (facts.member?.loginId ?? ''),
    jointOwners: facts.jointOwners.map(({ loginId }) => loginId),
  });
}

async function found<T>(
  loginIds: readonly string[] = [],
  find: (loginId: string) => Promise<T | undefined>,
): Promise<T[]> {
  const people = await Promise.all([...new Set(loginIds)].map(find));
  return people.filter((one) => one !== undefined);
}
