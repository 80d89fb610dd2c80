import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { OutcomeOf } from '#libs/platform/event-store';
import type { CommandMetadata } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
import { memberDecider } from '../domain/index.js';

/** Has the identity of a member checked again who failed the check ([member.verifications]). */
export class RepeatIdentityCheckCommand extends Command<OutcomeOf<typeof memberDecider>> {
  constructor(
    readonly loginId: string,
    /** Firm of the caller. */
    readonly firmId: string,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(RepeatIdentityCheckCommand)
export class RepeatIdentityCheckHandler implements ICommandHandler<RepeatIdentityCheckCommand> {
  constructor(private readonly commands: Commands) {}

  execute({
    loginId,
    firmId,
    metadata,
  }: RepeatIdentityCheckCommand): Promise<OutcomeOf<typeof memberDecider>> {
    const command = { type: 'RequestIdentityCheck', firmId } as const;
    return this.commands.carryOut(memberDecider, loginId, command, metadata);
  }
}
