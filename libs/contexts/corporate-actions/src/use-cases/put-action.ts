import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Payload } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import type { PutAction } from '../domain/corporate-action.commands.js';
import { actionId, corporateAction } from '../domain/corporate-action.js';

/** Back office: defines or changes a corporate action ([back-office.corporateactions]). */
export class PutActionCommand extends UseCaseCommand<typeof corporateAction, Payload<PutAction>> {}

@CommandHandler(PutActionCommand)
export class PutActionHandler implements ICommandHandler<PutActionCommand> {
  constructor(private readonly commands: CommandRunner) {}

  execute({ payload, metadata, expectedRevision }: PutActionCommand) {
    const id = actionId(payload.accountNumber, payload.notifid);
    const command = { type: 'PutAction', ...payload } as const;
    return this.commands.executeOrThrow(corporateAction, id, command, metadata, {
      expectedRevision,
    });
  }
}
