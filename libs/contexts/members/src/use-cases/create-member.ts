import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore, isDryRun, type Outcome } from '#libs/platform/event-store';
import { unavailable } from '#libs/platform/http';
import {
  type CipStatus,
  type Clock,
  type CommandMetadata,
  isRefusal,
  type Refusal,
} from '#libs/platform/kernel';
import { CLOCK, Commands, type ExecuteOptions } from '#libs/platform/service';
import {
  type CreateMember,
  memberDecider,
  type MemberEvent,
  type NewMember,
} from '../domain/index.js';
import {
  IdentityProvider,
  type IdentityResult,
  type PersonToCheck,
} from '../identity/identity-provider.js';
import { advisorFirm, firmUnknown } from './advisor-firm.js';
import { dryRun, refusalOf } from './dry-run.js';
import { type LoginHolder, LoginIds } from './login-ids.js';

/** Opens a membership under an advisor firm ([member.create]). */
export class CreateMemberCommand extends Command<Outcome<MemberEvent> | Refusal> {
  constructor(
    readonly member: NewMember,
    /** Firm and login id of the caller. */
    readonly caller: { readonly firmId: string; readonly member?: string | undefined },
    /** The identity check is to answer later. */
    readonly asynchronous: boolean,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

/**
 * Finds every problem first, asks the identity provider only when there is none, then appends while the login id is held. A
 * repeated command finds its own member and asks nobody.
 */
@CommandHandler(CreateMemberCommand)
export class CreateMemberHandler implements ICommandHandler<CreateMemberCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
    private readonly logins: LoginIds,
    private readonly provider: IdentityProvider,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute(command: CreateMemberCommand): Promise<Outcome<MemberEvent> | Refusal> {
    const { member, metadata, asynchronous } = command;
    const { loginId } = member;
    const holder: LoginHolder = `member:${loginId}`;
    const [creation, { state }, taken] = await Promise.all([
      this.#creation(command),
      this.aggregates.load(memberDecider, loginId),
      this.logins.problems(loginId, holder),
    ]);
    if (isRefusal(creation)) return creation;
    const append = (
      identity: CipStatus,
      options?: ExecuteOptions,
    ): Promise<Outcome<MemberEvent> | Refusal> =>
      this.commands.execute(memberDecider, loginId, creation(identity), metadata, options);

    if (state.member !== undefined) {
      const outcome = await append('PASSED');
      if (!isRefusal(outcome)) await this.logins.keep(loginId, holder, metadata);
      return outcome;
    }

    const dry = dryRun(memberDecider, state, creation('PASSED'), this.clock, metadata);
    const refusal = refusalOf(dry, taken);
    if (refusal !== undefined) return refusal;
    if (isRefusal(dry)) return dry;
    const identity = asynchronous ? 'PENDING_NEW' : await this.#check(dry);
    if (identity === 'FAILED') {
      const failed = dryRun(memberDecider, state, creation('FAILED'), this.clock, metadata);
      if (isRefusal(failed)) return failed;
    }
    return this.logins.during(loginId, holder, metadata, (options) => append(identity, options));
  }

  /** The domain's command but for the result of the identity check. */
  async #creation({
    member,
    caller,
  }: CreateMemberCommand): Promise<((identity: CipStatus) => CreateMember) | Refusal> {
    const advisor = await advisorFirm(this.aggregates, caller.firmId);
    if (advisor === undefined) return firmUnknown;
    const { partnerCode } = advisor;
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
    // nobody outside is told of a person for a dry run
    if (isDryRun()) return 'PASSED';
    try {
      return await this.provider.check(personIn(decision));
    } catch {
      throw unavailable('The identity check does not answer at present.');
    }
  }
}

function personIn(decision: readonly MemberEvent[]): PersonToCheck {
  for (const event of decision) {
    if (event.type !== 'member.MemberCreated' || event.data.tid === undefined) continue;
    const { firstName, lastName, dateOfBirth, tid } = event.data;
    return { firstName, lastName, dateOfBirth, tid };
  }
  throw new Error('a member is created with a tax id');
}
