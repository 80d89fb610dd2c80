import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Commands, UseCaseCommand } from '#libs/platform/service';
import { mailDecider } from '../domain/mail.js';

/** Has a mail that failed sent once more. */
export class RequeueMailCommand extends UseCaseCommand<
  typeof mailDecider,
  { readonly mailId: string }
> {}

@CommandHandler(RequeueMailCommand)
export class RequeueMailHandler implements ICommandHandler<RequeueMailCommand> {
  constructor(private readonly commands: Commands) {}

  execute({ asked, metadata }: RequeueMailCommand) {
    return this.commands.carryOut(mailDecider, asked.mailId, { type: 'RequeueMail' }, metadata);
  }
}
