import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Asked } from '#libs/platform/kernel';
import { Commands, UseCaseCommand } from '#libs/platform/service';
import type { PutAction } from '../domain/corporate-action.commands.js';
import { actionId, corporateAction } from '../domain/corporate-action.js';

/** Back office: defines or changes a corporate action ([back-office.corporateactions]). */
export class PutActionCommand extends UseCaseCommand<typeof corporateAction, Asked<PutAction>> {}

@CommandHandler(PutActionCommand)
export class PutActionHandler implements ICommandHandler<PutActionCommand> {
  constructor(private readonly commands: Commands) {}

  execute({ asked, metadata, expectedRevision }: PutActionCommand) {
    const id = actionId(asked.accountNumber, asked.notifid);
    const command = { type: 'PutAction', ...asked } as const;
    return this.commands.carryOut(corporateAction, id, command, metadata, { expectedRevision });
  }
}
