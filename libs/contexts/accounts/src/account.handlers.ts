import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { endingOf, memberDecider } from '#libs/contexts/members';
import { AggregateStore, type Claim, dataOf, type OutcomeOf } from '#libs/platform/event-store';
import {
  type ByCaller,
  type Caller,
  type CommandMetadata,
  conflict,
  FieldCode,
  fieldProblem,
  isRefusal,
  notFound,
  personKeyId,
  type Refusal,
  refuse,
  RefusedException,
  throwIfRefused,
} from '#libs/platform/kernel';
import { accountClass, type MembershipState } from '#libs/contexts/codes';
import {
  derivedIds,
  deriveUuid,
  type DocumentVault,
  type StoredDocument,
  SubjectErasedError,
} from '#libs/platform/runtime';
import { CommandRunner, UseCaseCommand, VAULT } from '#libs/platform/service';
import { mayDo } from './access.js';
import type {
  GrantPermission,
  OpenAccount,
  OpeningFacts,
  SignAgreement,
  UpdateAccount,
  UpdateFacts,
} from './account-commands.js';
import type { Account } from './account-state.js';
import type { AccountView } from './account.document.js';
import { AccountReservations, claimsOf, nameClaim, OpeningFactsLookup } from './account.facts.js';
import { account } from './account.js';
import { ClosingChecks } from './closing.facts.js';
import { DecideClosing } from './closing.reactions.js';
import { DecideMembership } from './membership.reactions.js';
import { newAccountNumber } from './opening.js';
import { submissionRefusal } from './signing.js';

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
  async #open(accountNumber: string, command: OpenAccountCommand) {
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
  async #resolved(outcome: OutcomeOf<typeof account>, metadata: CommandMetadata) {
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

/** Changes an account ([account.update]). */
export class UpdateAccountCommand extends UseCaseCommand<
  typeof account,
  Pick<UpdateAccount, 'input'> & { readonly accountNumber: string; readonly by: ByCaller }
> {}

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
    const { state } = outcome.after;
    const isClosing = input.accountStatus === 'CLOSED' && state.opened && state.closing.begun;
    return this.closing.complete(outcome, isClosing, { accountNumber }, metadata);
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

/** Ends the membership of a member without open accounts, or resumes it ([member.membership]). */
export class ChangeMembershipCommand extends UseCaseCommand<
  typeof memberDecider,
  {
    readonly firmId: string;
    readonly loginId: string;
    readonly transState: MembershipState;
  }
> {}

@CommandHandler(ChangeMembershipCommand)
export class ChangeMembershipHandler implements ICommandHandler<ChangeMembershipCommand> {
  constructor(
    private readonly commands: CommandRunner,
    private readonly membership: DecideMembership,
  ) {}

  async execute({ payload, metadata, expectedRevision }: ChangeMembershipCommand) {
    const { firmId, loginId, transState } = payload;
    const openAccounts = await this.membership.openAccounts(loginId);
    const command = { type: 'ChangeMembership', firmId, transState, openAccounts } as const;
    const outcome = await this.commands.executeOrThrow(memberDecider, loginId, command, metadata, {
      expectedRevision,
    });
    const { member } = outcome.after.state;
    const isEnding = transState !== 'RM' && !!member && endingOf(member) !== undefined;
    return throwIfRefused(await this.membership.complete(outcome, isEnding, { loginId }, metadata));
  }
}

/** Grants a permission to a login id of the firm ([permission.managing]). */
export class GrantPermissionCommand extends UseCaseCommand<
  typeof account,
  Pick<GrantPermission, 'input'> & { readonly account: AccountView; readonly by: ByCaller }
> {}

@CommandHandler(GrantPermissionCommand)
export class GrantPermissionHandler implements ICommandHandler<GrantPermissionCommand> {
  constructor(
    private readonly commands: CommandRunner,
    private readonly people: OpeningFactsLookup,
  ) {}

  async execute({ payload, metadata, expectedRevision }: GrantPermissionCommand) {
    const { input } = payload;
    const { caller, present } = payload.by;
    const { accountNumber, firmId } = payload.account;
    const facts = { loginKnown: await this.people.isLoginOf(firmId, input.loginId, present) };
    const command = { type: 'GrantPermission', input, caller, facts } as const;
    return this.commands.executeOrThrow(account, accountNumber, command, metadata, {
      expectedRevision,
    });
  }
}

/** Submits a signature on the customer agreement ([signature.response]). */
export class SignAgreementCommand extends UseCaseCommand<
  typeof account,
  {
    readonly account: AccountView;
    readonly signature: Omit<SignAgreement['signature'], 'documentKey' | 'sha256'>;
    readonly document: Buffer;
    readonly caller: Caller;
  }
> {}

/** Stores the document in the vault before the event that names it, but only if the caller may submit it. */
@CommandHandler(SignAgreementCommand)
export class SignAgreementHandler implements ICommandHandler<SignAgreementCommand> {
  constructor(
    private readonly commands: CommandRunner,
    private readonly people: OpeningFactsLookup,
    @Inject(VAULT) private readonly vault: DocumentVault,
  ) {}

  async execute({ payload, metadata }: SignAgreementCommand) {
    const { account: on, signature, document, caller } = payload;
    const { loginId } = signature;
    const speaksForSigner = await this.people.speaksFor(caller, loginId);
    throwIfRefused(submissionRefusal(on, caller, loginId, speaksForSigner));
    const { key: documentKey, sha256 } = await this.#store(loginId, document);
    const command = {
      type: 'SignAgreement',
      caller,
      facts: { speaksForSigner },
      signature: { ...signature, documentKey, sha256 },
    } as const;
    return this.commands.executeOrThrow(account, on.accountNumber, command, metadata);
  }

  async #store(loginId: string, bytes: Buffer): Promise<StoredDocument> {
    try {
      return await this.vault.put(bytes, { subject: personKeyId(loginId) });
    } catch (error) {
      if (!(error instanceof SubjectErasedError)) throw error;
      const message = "The member's data has been erased.";
      throw new RefusedException(refuse(fieldProblem('loginId', FieldCode.Value, message)));
    }
  }
}
