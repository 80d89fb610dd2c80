import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore, type Outcome } from '#libs/platform/event-store';
import { type Clock, type CommandMetadata, isRefusal, type Refusal } from '#libs/platform/kernel';
import { CLOCK, Commands, type ExecuteOptions } from '#libs/platform/service';
import { type NewTrustee, trusteeDecider, type TrusteeEvent } from '../domain/index.js';
import { advisorFirm, firmUnknown } from './advisor-firm.js';
import { dryRun, refusalOf } from './dry-run.js';
import { type LoginHolder, LoginIds } from './login-ids.js';

/** Names a trustee under the caller's advisor firm ([trustee.create]). */
export class CreateTrusteeCommand extends Command<Outcome<TrusteeEvent> | Refusal> {
  constructor(
    readonly trustee: NewTrustee,
    readonly firmId: string,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

/** Like the creation of a member, without an identity check. */
@CommandHandler(CreateTrusteeCommand)
export class CreateTrusteeHandler implements ICommandHandler<CreateTrusteeCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
    private readonly logins: LoginIds,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({
    trustee,
    firmId,
    metadata,
  }: CreateTrusteeCommand): Promise<Outcome<TrusteeEvent> | Refusal> {
    const creation = { type: 'CreateTrustee', firmId, trustee } as const;
    const { loginId } = trustee;
    const holder: LoginHolder = `trustee:${loginId}`;
    const append = (options?: ExecuteOptions): Promise<Outcome<TrusteeEvent> | Refusal> =>
      this.commands.execute(trusteeDecider, loginId, creation, metadata, options);

    const [firm, { state }, taken] = await Promise.all([
      advisorFirm(this.aggregates, firmId),
      this.aggregates.load(trusteeDecider, loginId),
      this.logins.problems(loginId, holder),
    ]);
    if (firm === undefined) return firmUnknown;
    if (state.trustee !== undefined) {
      const outcome = await append();
      if (!isRefusal(outcome)) await this.logins.keep(loginId, holder, metadata);
      return outcome;
    }

    const dry = dryRun(trusteeDecider, state, creation, this.clock, metadata);
    return refusalOf(dry, taken) ?? this.logins.during(loginId, holder, metadata, append);
  }
}
