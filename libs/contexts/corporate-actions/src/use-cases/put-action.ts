import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { OutcomeOf } from '#libs/platform/event-store';
import type { Asked, CommandMetadata, ExpectedRevision } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
import type { PutAction } from '../domain/corporate-action.commands.js';
import { actionId, corporateAction } from '../domain/corporate-action.js';

/** Back office: defines or changes a corporate action ([back-office.corporateactions]). */
export class PutActionCommand extends Command<OutcomeOf<typeof corporateAction>> {
  constructor(
    readonly asked: Asked<PutAction>,
    readonly expectedRevision: ExpectedRevision | undefined,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(PutActionCommand)
export class PutActionHandler implements ICommandHandler<PutActionCommand> {
  constructor(private readonly commands: Commands) {}

  execute({ asked, expectedRevision, metadata }: PutActionCommand) {
    const id = actionId(asked.accountNumber, asked.notifid);
    const command = { type: 'PutAction', ...asked } as const;
    return this.commands.carryOut(corporateAction, id, command, metadata, { expectedRevision });
  }
}
