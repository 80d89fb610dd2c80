import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore, isDryRun } from '#libs/platform/event-store';
import type { Clock, Payload } from '#libs/platform/kernel';
import type { CipStatus } from '#libs/contexts/codes';
import { CLOCK, CommandRunner, type ExecuteOptions, UseCaseCommand } from '#libs/platform/service';
import {
  IdentityCheckUnavailableError,
  IdentityProvider,
  type IdentityResult,
  type PersonToCheck,
} from './identity.ports.js';
import { dryRun, LoginIds } from './login-ids.facts.js';
import type { MemberEvent } from './member.events.js';
import { firmUnknown, requireFirm } from './member.facts.js';
import { type CreateMember, memberDecider } from './member.js';
import { type CreateTrustee, trusteeDecider } from './trustee.js';

/** Creates a member of an advisor firm ([member.create]). */
export class CreateMemberCommand extends UseCaseCommand<
  typeof memberDecider,
  Pick<CreateMember, 'member'> & {
    /** Firm and login id of the caller. */
    readonly caller: { readonly firmId: string; readonly member?: string | undefined };
    /** Whether the result of the identity check may come later. */
    readonly asynchronous: boolean;
  }
> {}

/**
 * Finds every problem first, calls the identity provider only if there is none, then appends while the login id is reserved. A
 * repeated command finds its member and calls no one.
 */
@CommandHandler(CreateMemberCommand)
export class CreateMemberHandler implements ICommandHandler<CreateMemberCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly logins: LoginIds,
    private readonly provider: IdentityProvider,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ payload, metadata }: CreateMemberCommand) {
    const { loginId } = payload.member;
    const holder = `member:${loginId}` as const;
    const [creation, { state }, taken] = await Promise.all([
      this.#creation(payload),
      this.aggregates.load(memberDecider, loginId),
      this.logins.problems(loginId, holder),
    ]);
    const append = (identity: CipStatus, options?: ExecuteOptions) =>
      this.commands.executeOrThrow(memberDecider, loginId, creation(identity), metadata, options);

    if (state.member !== undefined) {
      return this.logins.again(loginId, holder, metadata, () => append('PASSED'));
    }

    const rehearse = (identity: CipStatus): readonly MemberEvent[] =>
      dryRun(memberDecider, state, creation(identity), this.clock, metadata, taken);
    const passed = rehearse('PASSED');
    const identity = payload.asynchronous ? 'PENDING_NEW' : await this.#check(passed);
    if (identity === 'FAILED') rehearse('FAILED');
    return this.logins.during(loginId, holder, metadata, (options) => append(identity, options));
  }

  /** The domain command, lacking only the result of the identity check. */
  async #creation({
    member,
    caller,
  }: CreateMemberCommand['payload']): Promise<(identity: CipStatus) => CreateMember> {
    const { partnerCode } = await requireFirm(this.aggregates, caller.firmId, firmUnknown);
    const firm = { firmId: caller.firmId, ...(partnerCode !== undefined && { partnerCode }) };
    return (identity) => ({
      type: 'CreateMember',
      member,
      firm,
      ...(caller.member !== undefined && { advisorLoginId: caller.member }),
      identity,
    });
  }

  async #check(decision: readonly MemberEvent[]): Promise<IdentityResult> {
    // a dry run discloses no personal data to the provider
    if (isDryRun()) return 'PASSED';
    try {
      return await this.provider.check(personIn(decision));
    } catch {
      throw new IdentityCheckUnavailableError();
    }
  }
}

function personIn(decision: readonly MemberEvent[]): PersonToCheck {
  for (const event of decision) {
    if (event.type !== 'member.MemberCreated') continue;
    const { firstName, lastName, dateOfBirth, tid } = event.data;
    return { firstName, lastName, dateOfBirth, tid };
  }
  throw new Error('the decision does not create a member');
}

/** Creates a trustee of the caller's advisor firm ([trustee.create]). */
export class CreateTrusteeCommand extends UseCaseCommand<
  typeof trusteeDecider,
  Payload<CreateTrustee>
> {}

/** Like creating a member, without an identity check. */
@CommandHandler(CreateTrusteeCommand)
export class CreateTrusteeHandler implements ICommandHandler<CreateTrusteeCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly logins: LoginIds,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ payload, metadata }: CreateTrusteeCommand) {
    const creation = { type: 'CreateTrustee', ...payload } as const;
    const { loginId } = payload.trustee;
    const holder = `trustee:${loginId}` as const;
    const append = (options?: ExecuteOptions) =>
      this.commands.executeOrThrow(trusteeDecider, loginId, creation, metadata, options);

    const [{ state }, taken] = await Promise.all([
      this.aggregates.load(trusteeDecider, loginId),
      this.logins.problems(loginId, holder),
      requireFirm(this.aggregates, payload.firmId, firmUnknown),
    ]);
    if (state.trustee !== undefined) return this.logins.again(loginId, holder, metadata, append);
    dryRun(trusteeDecider, state, creation, this.clock, metadata, taken);
    return this.logins.during(loginId, holder, metadata, append);
  }
}
