import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Payload } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { type AddTicker, watchlist } from './watchlist.js';

/** Adds a ticker to the watch list of an account. */
export class AddTickerCommand extends UseCaseCommand<typeof watchlist, Payload<AddTicker>> {}

@CommandHandler(AddTickerCommand)
export class AddTickerHandler implements ICommandHandler<AddTickerCommand> {
  constructor(private readonly commands: CommandRunner) {}

  execute({ payload, metadata }: AddTickerCommand) {
    const command = { type: 'AddTicker', ...payload } as const;
    return this.commands.executeOrThrow(watchlist, payload.accountNumber, command, metadata);
  }
}
