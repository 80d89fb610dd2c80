import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AccountView, restrictionProblem } from '#libs/contexts/accounts';
import { folioBook, RtgDirectory, type SubscribeToRtg } from '#libs/contexts/folios';
import type { Asked } from '#libs/platform/kernel';
import { Commands, UseCaseCommand } from '#libs/platform/service';

/** Makes a folio follow an RTG folio model ([rtg.subscribe]). The event belongs to the folio. */
export class SubscribeToRtgCommand extends UseCaseCommand<
  typeof folioBook,
  Asked<SubscribeToRtg> & { readonly account: AccountView }
> {}

@CommandHandler(SubscribeToRtgCommand)
export class SubscribeToRtgHandler implements ICommandHandler<SubscribeToRtgCommand> {
  constructor(
    private readonly commands: Commands,
    private readonly rtgs: RtgDirectory,
  ) {}

  async execute({ asked: { account, ...asked }, metadata }: SubscribeToRtgCommand) {
    const facts = {
      rtgKnown: await this.rtgs.exists(asked.input.prePackagedFolioOid),
      restriction: restrictionProblem(account, 'rtgSubscription'),
    };
    const command = { type: 'SubscribeToRtg', ...asked, facts } as const;
    return this.commands.carryOut(folioBook, asked.accountNumber, command, metadata);
  }
}
