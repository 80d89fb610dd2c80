import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Platform, PLATFORM, UseCaseCommand } from '#libs/platform/service';
import { memberDirectories } from '../directories.js';
import { type DefineFirm, firmDecider } from '../domain/index.js';

/** Defines or changes an institutional firm ([back-office.firms]). */
export class DefineFirmCommand extends UseCaseCommand<
  typeof firmDecider,
  Pick<DefineFirm, 'firmId' | 'firm'>
> {}

@CommandHandler(DefineFirmCommand)
export class DefineFirmHandler implements ICommandHandler<DefineFirmCommand> {
  constructor(
    private readonly commands: CommandRunner,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  async execute({ payload, expectedRevision, metadata }: DefineFirmCommand) {
    const { firmId } = payload;
    const takesSandboxes = this.platform.config.embedded;
    const command = { type: 'DefineFirm', ...payload, takesSandboxes } as const;
    const options = { expectedRevision };
    const outcome = await this.commands.executeOrThrow(
      firmDecider,
      firmId,
      command,
      metadata,
      options,
    );
    await memberDirectories(this.platform).firmChanged(firmId, outcome.position);
    return outcome;
  }
}
