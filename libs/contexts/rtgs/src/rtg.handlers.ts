import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AccountView, restrictionProblem } from '#libs/contexts/accounts';
import { folioBook, RtgDirectory, type SubscribeToRtg } from '#libs/contexts/folios';
import type { Payload } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';

/** Makes a folio follow an RTG folio model ([rtg.subscribe]). The event belongs to the folio. */
export class SubscribeToRtgCommand extends UseCaseCommand<
  typeof folioBook,
  Payload<SubscribeToRtg> & { readonly account: AccountView }
> {}

@CommandHandler(SubscribeToRtgCommand)
export class SubscribeToRtgHandler implements ICommandHandler<SubscribeToRtgCommand> {
  constructor(
    private readonly commands: CommandRunner,
    private readonly rtgs: RtgDirectory,
  ) {}

  async execute({ payload: { account, ...rest }, metadata }: SubscribeToRtgCommand) {
    const facts = {
      rtgKnown: await this.rtgs.exists(rest.input.prePackagedFolioOid),
      restriction: restrictionProblem(account),
    };
    const command = { type: 'SubscribeToRtg', ...rest, facts } as const;
    return this.commands.executeOrThrow(folioBook, rest.accountNumber, command, metadata);
  }
}
