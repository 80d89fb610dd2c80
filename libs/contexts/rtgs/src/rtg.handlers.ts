import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AccountView, restrictionProblem } from '#libs/contexts/accounts';
import { folioBook, type SubscribeToRtg } from '#libs/contexts/folios';
import type { Payload } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { rtgDecider, StreamRtgDirectory } from './rtg.facts.js';
import type { PutRtg } from './rtg.js';

/** Back office: defines or changes an RTG folio model ([back-office.rtgs]). */
export class PutRtgCommand extends UseCaseCommand<typeof rtgDecider, Payload<PutRtg>> {}

@CommandHandler(PutRtgCommand)
export class PutRtgHandler implements ICommandHandler<PutRtgCommand> {
  constructor(private readonly commands: CommandRunner) {}

  execute({ payload, metadata, expectedRevision }: PutRtgCommand) {
    const command = { type: 'PutRtg', ...payload } as const;
    return this.commands.executeOrThrow(rtgDecider, payload.oid, command, metadata, {
      expectedRevision,
    });
  }
}

/** Makes a folio follow an RTG folio model ([rtg.subscribe]). The event belongs to the folio. */
export class SubscribeToRtgCommand extends UseCaseCommand<
  typeof folioBook,
  Payload<SubscribeToRtg> & { readonly account: AccountView }
> {}

@CommandHandler(SubscribeToRtgCommand)
export class SubscribeToRtgHandler implements ICommandHandler<SubscribeToRtgCommand> {
  constructor(
    private readonly commands: CommandRunner,
    private readonly rtgs: StreamRtgDirectory,
  ) {}

  async execute({ payload: { account, ...rest }, metadata }: SubscribeToRtgCommand) {
    const facts = {
      rtgKnown: await this.rtgs.exists(rest.input.prePackagedFolioOid),
      restriction: restrictionProblem(account, 'rtgSubscription'),
    };
    const command = { type: 'SubscribeToRtg', ...rest, facts } as const;
    return this.commands.executeOrThrow(folioBook, rest.accountNumber, command, metadata);
  }
}
