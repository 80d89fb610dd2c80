import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore } from '#libs/platform/event-store';
import type { Payload, Clock } from '#libs/platform/kernel';
import { CLOCK, CommandRunner, type ExecuteOptions, UseCaseCommand } from '#libs/platform/service';
import { type CreateTrustee, trusteeDecider } from '../domain/index.js';
import { dryRun, LoginIds } from '../held-login-id.js';
import { firmUnknown, requireFirm } from '../access.js';

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
