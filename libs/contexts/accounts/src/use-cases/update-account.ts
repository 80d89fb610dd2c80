import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore, eventOf, type OutcomeOf } from '#libs/platform/event-store';
import { throwIfRefused } from '#libs/platform/http';
import { conflict, isRefusal, notFound, type Refusal } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { AccountReservations, nameClaim } from '../account-reservations.js';
import { mayDo } from '../domain/access.js';
import { account } from '../domain/account.js';
import type { UpdateAccount, UpdateFacts } from '../domain/commands.js';
import type { Account } from '../domain/state.js';
import { ClosingChecks } from '../closing-checks.js';
import { type ByRequest, OpeningFactsLookup } from '../opening-facts.js';
import { DecideClosing } from '../reactions/decide-closing.js';

/** Changes an account ([account.update]). */
export class UpdateAccountCommand extends UseCaseCommand<
  typeof account,
  Pick<UpdateAccount, 'input'> & { readonly accountNumber: string; readonly by: ByRequest }
> {}

const ROUNDS = 3;

/** A new name is reserved, appended and confirmed. A reaction releases the old name, so that it isn't kept after a crash. */
@CommandHandler(UpdateAccountCommand)
export class UpdateAccountHandler implements ICommandHandler<UpdateAccountCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly people: OpeningFactsLookup,
    private readonly reservations: AccountReservations,
    private readonly closingChecks: ClosingChecks,
    private readonly closing: DecideClosing,
  ) {}

  async execute(command: UpdateAccountCommand) {
    return throwIfRefused(await this.#update(command));
  }

  async #update(command: UpdateAccountCommand): Promise<OutcomeOf<typeof account> | Refusal> {
    const { payload, metadata } = command;
    const { accountNumber, input } = payload;
    // the guard has just read it
    const { state, position } = await this.aggregates.loadCached(account, accountNumber);
    if (!state.opened) return notFound();
    const { accountName } = input;
    if (accountName === undefined) {
      return this.#send(command, await this.#facts(payload, state, position, false));
    }

    const claim = nameClaim(accountNumber, state.primaryAccountOwner, accountName);
    for (let round = 0; round < ROUNDS; round++) {
      const nameTaken = await this.reservations.heldByAnother(claim);
      const facts = await this.#facts(payload, state, position, nameTaken);
      const refusal = await this.#send(command, facts, true);
      if (!isRefusal(refusal)) {
        await this.reservations.resolve([claim], metadata);
        return refusal;
      }
      if (refusal.kind !== 'invalid' || refusal.problems.length > 0) return refusal;

      if (!(await this.reservations.take([claim], metadata))) continue;
      const outcome = await this.#send(command, facts);
      // a concurrent rename may have released the name meanwhile
      if (!isRefusal(outcome)) await this.reservations.take([claim], metadata);
      await this.reservations.resolve([claim], metadata);
      return outcome;
    }
    return conflict('Other accounts of the owner are being renamed; try again.');
  }

  async #send(
    { payload: { accountNumber, input, by }, metadata, expectedRevision }: UpdateAccountCommand,
    facts: UpdateFacts,
    rehearsal = false,
  ): Promise<OutcomeOf<typeof account> | Refusal> {
    const firmItself = input.accountStatus === 'CLOSED' && by.caller.firmItself === true;
    const caller = { ...by.caller, firmItself };
    const update: UpdateAccount = { type: 'UpdateAccount', input, caller, facts, rehearsal };
    const outcome = await this.commands.execute(account, accountNumber, update, metadata, {
      expectedRevision,
    });
    if (isRefusal(outcome)) return outcome;
    const begun = eventOf(outcome, 'account.ClosingBegun');
    if (begun) return this.closing.decide(accountNumber, this.closing.metadataOf(begun));
    const { state } = outcome.after;
    const isUnderWay = input.accountStatus === 'CLOSED' && state.opened && state.closing.begun;
    return isUnderWay ? this.closing.decide(accountNumber, metadata) : outcome;
  }

  async #facts(
    { accountNumber, input, by }: UpdateAccountCommand['payload'],
    { firmId, primaryAccountOwner, closed }: Account,
    position: bigint,
    nameTaken: boolean,
  ): Promise<UpdateFacts> {
    const { billingPlanOid, accountStatus } = input;
    const obstacles =
      accountStatus === 'CLOSED' && !closed
        ? await this.closingChecks.ofAccount(accountNumber)
        : undefined;
    const known = { nameTaken, ...(obstacles && { obstacles }) };
    if (billingPlanOid === undefined) {
      return { billingLevel: 'account', managesAll: true, ...known };
    }
    const [billingPlan, billingLevel, billed] = await Promise.all([
      this.people.billingPlan(firmId, billingPlanOid),
      this.people.billingLevel(firmId),
      this.people.billedTogether(firmId, primaryAccountOwner, position),
    ]);
    const managesAll =
      billed.every((one) => mayDo('manage', one, by.caller) === 'ok') ||
      (await this.people.speaksFor(by.caller, primaryAccountOwner));
    return { ...(billingPlan && { billingPlan }), billingLevel, managesAll, ...known };
  }
}
