import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { mailDecider } from './mail.js';

/** Requests that a failed mail is sent again. */
export class RequeueMailCommand extends UseCaseCommand<
  typeof mailDecider,
  { readonly mailId: string }
> {}

@CommandHandler(RequeueMailCommand)
export class RequeueMailHandler implements ICommandHandler<RequeueMailCommand> {
  constructor(private readonly commands: CommandRunner) {}

  execute({ payload: { mailId }, metadata }: RequeueMailCommand) {
    return this.commands.executeOrThrow(mailDecider, mailId, { type: 'RequeueMail' }, metadata);
  }
}
