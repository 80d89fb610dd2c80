import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { OutcomeOf } from '#libs/platform/event-store';
import type { CommandMetadata } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
import { mailDecider } from '../domain/mail.js';

/** Has a mail that failed sent once more. */
export class RequeueMailCommand extends Command<OutcomeOf<typeof mailDecider>> {
  constructor(
    readonly mailId: string,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(RequeueMailCommand)
export class RequeueMailHandler implements ICommandHandler<RequeueMailCommand> {
  constructor(private readonly commands: Commands) {}

  execute({ mailId, metadata }: RequeueMailCommand) {
    return this.commands.carryOut(mailDecider, mailId, { type: 'RequeueMail' }, metadata);
  }
}
