import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Inject } from '@nestjs/common';
import { AggregateStore, type EventStore, type Outcome } from '#libs/platform/event-store';
import {
  type CommandMetadata,
  conflict,
  type ExpectedRevision,
  isRefusal,
  notFound,
  type Refusal,
} from '#libs/platform/kernel';
import { Commands, EVENT_STORE } from '#libs/platform/service';
import { AccountReservations, nameClaim } from '../account-reservations.js';
import { type AccountCaller, mayDo } from '../domain/access.js';
import { account } from '../domain/account.js';
import type { Request, UpdateAccount, UpdateInput } from '../domain/commands.js';
import type { UpdateFacts } from '../domain/facts.js';
import type { AccountEvent } from '../domain/events.js';
import type { Account } from '../domain/state.js';
import { ClosingChecks } from '../closing-checks.js';
import { People } from '../people.js';

/** Changes an account ([account.update]). */
export class UpdateAccountCommand extends Command<Outcome<AccountEvent> | Refusal> {
  constructor(
    readonly accountNumber: string,
    readonly request: Request<UpdateInput> & Pick<UpdateAccount, 'notUpdatable'>,
    readonly caller: AccountCaller,
    readonly metadata: CommandMetadata,
    /** The caller is the API client of the firm, acting for itself. */
    readonly firmItself: boolean,
    /** Header `If-Match`. */
    readonly expectedRevision?: ExpectedRevision,
  ) {
    super();
  }
}

const ROUNDS = 3;

/** One append; with a new name reserve, append, confirm. The old name is given back by a reaction, so that no crash keeps it. */
@CommandHandler(UpdateAccountCommand)
export class UpdateAccountHandler implements ICommandHandler<UpdateAccountCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
    private readonly people: People,
    private readonly reservations: AccountReservations,
    private readonly closingChecks: ClosingChecks,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
  ) {}

  async execute(command: UpdateAccountCommand): Promise<Outcome<AccountEvent> | Refusal> {
    const { accountNumber, request, metadata } = command;
    // the guard has just read it
    const { state, position } = await this.aggregates.recall(account, accountNumber);
    if (!state.opened) return notFound();
    const { accountName } = request.input;
    if (accountName === undefined) {
      return this.#send(command, await this.#facts(command, state, position, false));
    }

    const claim = nameClaim(accountNumber, state.primaryAccountOwner, accountName);
    for (let round = 0; round < ROUNDS; round++) {
      const nameTaken = await this.reservations.heldByAnother(claim);
      const facts = await this.#facts(command, state, position, nameTaken);
      const refusal = await this.#send(command, facts, true);
      if (!isRefusal(refusal)) {
        await this.reservations.settle([claim], metadata);
        return refusal;
      }
      if (refusal.kind !== 'invalid' || refusal.problems.length > 0) return refusal;

      if (!(await this.reservations.take([claim], metadata))) continue;
      const outcome = await this.#send(command, facts);
      // a rename that crossed this one may have given the name back meanwhile
      if (!isRefusal(outcome)) await this.reservations.take([claim], metadata);
      await this.reservations.settle([claim], metadata);
      return outcome;
    }
    return conflict('Others are naming accounts of the owner; try again.');
  }

  #send(
    { accountNumber, request, caller, metadata, expectedRevision }: UpdateAccountCommand,
    facts: UpdateFacts,
    rehearsal = false,
  ): Promise<Outcome<AccountEvent> | Refusal> {
    const update: UpdateAccount = { type: 'UpdateAccount', ...request, caller, facts, rehearsal };
    return this.commands.execute(account, accountNumber, update, metadata, { expectedRevision });
  }

  async #facts(
    { request, caller, accountNumber, firmItself }: UpdateAccountCommand,
    { firmId, primaryAccountOwner, closed }: Account,
    position: bigint,
    nameTaken: boolean,
  ): Promise<UpdateFacts> {
    const { billingPlanOid, accountStatus } = request.input;
    const closing =
      accountStatus === 'CLOSED' && !closed
        ? { firmItself, inTheWay: await this.#inTheWay(accountNumber) }
        : undefined;
    const known = { nameTaken, ...(closing && { closing }) };
    if (billingPlanOid === undefined) {
      return { billingLevel: 'account', managesAll: true, ...known };
    }
    const [billingPlan, billingLevel, billed] = await Promise.all([
      this.people.billingPlan(firmId, billingPlanOid),
      this.people.billingLevel(firmId),
      this.people.billedTogether(firmId, primaryAccountOwner, position),
    ]);
    const managesAll =
      billed.every((one) => mayDo('manage', one, caller) === 'ok') ||
      (await this.people.speaksFor(caller, primaryAccountOwner));
    return { ...(billingPlan && { billingPlan }), billingLevel, managesAll, ...known };
  }

  async #inTheWay(accountNumber: string): Promise<readonly string[]> {
    return this.closingChecks.inTheWay(accountNumber, await this.eventStore.head());
  }
}
