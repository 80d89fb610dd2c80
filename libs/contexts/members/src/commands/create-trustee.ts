import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore, type Outcome } from '#libs/platform/event-store';
import type { Body } from '#libs/platform/http';
import {
  type Clock,
  type CommandMetadata,
  isLoginId,
  isRefusal,
  type Refusal,
} from '#libs/platform/kernel';
import { CLOCK, Commands, type ExecuteOptions } from '#libs/platform/service';
import { trusteeDecider, type TrusteeEvent, type TrusteeInput } from '../domain/index.js';
import { advisorFirm, firmUnknown } from './advisor-firm.js';
import { dryRun, refusalOf } from './dry-run.js';
import { type LoginHolder, LoginIds } from './login-ids.js';

/** Names a trustee under the caller's advisor firm ([trustee.create]). */
export class CreateTrusteeCommand extends Command<Outcome<TrusteeEvent> | Refusal> {
  constructor(
    readonly body: Body<TrusteeInput>,
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
    body,
    firmId,
    metadata,
  }: CreateTrusteeCommand): Promise<Outcome<TrusteeEvent> | Refusal> {
    const creation = { type: 'CreateTrustee', firmId, trustee: body.value } as const;
    const loginId = body.value.loginId?.trim() ?? '';
    const holder: LoginHolder = `trustee:${loginId}`;
    const append = (options?: ExecuteOptions): Promise<Outcome<TrusteeEvent> | Refusal> =>
      this.commands.execute(trusteeDecider, loginId, creation, metadata, options);

    const [firm, { state }, taken] = await Promise.all([
      advisorFirm(this.aggregates, firmId),
      isLoginId(loginId)
        ? this.aggregates.load(trusteeDecider, loginId)
        : { state: trusteeDecider.initial },
      this.logins.problems(loginId, holder),
    ]);
    if (firm === undefined) return firmUnknown;
    if (state.trustee !== undefined) {
      const outcome = await append();
      if (isRefusal(outcome)) return refusalOf(outcome, body.problems) ?? outcome;
      await this.logins.keep(loginId, holder, metadata);
      return outcome;
    }

    const dry = dryRun(trusteeDecider, state, creation, this.clock, metadata);
    return (
      refusalOf(dry, body.problems, taken) ?? this.logins.during(loginId, holder, metadata, append)
    );
  }
}
