import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { OutcomeOf } from '#libs/platform/event-store';
import type { Asked, CommandMetadata } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
import { account } from '../domain/account.js';
import type { AddRestriction } from '../domain/commands.js';

/** Restricts an account for a reason of the firm ([restriction.managing]). */
export class AddRestrictionCommand extends Command<OutcomeOf<typeof account>> {
  constructor(
    readonly accountNumber: string,
    readonly asked: Asked<AddRestriction>,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(AddRestrictionCommand)
export class AddRestrictionHandler implements ICommandHandler<AddRestrictionCommand> {
  constructor(private readonly commands: Commands) {}

  execute({ accountNumber, asked, metadata }: AddRestrictionCommand) {
    const command = { type: 'AddRestriction', ...asked } as const;
    return this.commands.carryOut(account, accountNumber, command, metadata);
  }
}
