import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AccountView, restrictionProblem } from '#libs/contexts/accounts';
import {
  accountFact,
  folioBook,
  RTG_DIRECTORY,
  type RtgDirectory,
  type SubscribeToRtg,
} from '#libs/contexts/folios';
import type { OutcomeOf } from '#libs/platform/event-store';
import type { Asked, CommandMetadata } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';

/** Has a folio follow an RTG folio model ([rtg.subscribe]). The event belongs to the folio. */
export class SubscribeToRtgCommand extends Command<OutcomeOf<typeof folioBook>> {
  constructor(
    readonly account: AccountView,
    readonly asked: Asked<SubscribeToRtg>,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(SubscribeToRtgCommand)
export class SubscribeToRtgHandler implements ICommandHandler<SubscribeToRtgCommand> {
  constructor(
    private readonly commands: Commands,
    @Inject(RTG_DIRECTORY) private readonly rtgs: RtgDirectory,
  ) {}

  async execute({
    account,
    asked,
    metadata,
  }: SubscribeToRtgCommand): Promise<OutcomeOf<typeof folioBook>> {
    const facts = {
      account: accountFact(account),
      rtgKnown: await this.rtgs.exists(asked.input.prePackagedFolioOid),
      restriction: restrictionProblem(account, 'rtgSubscription'),
    };
    const command = { type: 'SubscribeToRtg', ...asked, facts } as const;
    return this.commands.carryOut(folioBook, account.accountNumber, command, metadata);
  }
}
