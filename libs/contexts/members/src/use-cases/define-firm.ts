import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { OutcomeOf } from '#libs/platform/event-store';
import type { CommandMetadata, ExpectedRevision } from '#libs/platform/kernel';
import { Commands, type Platform, PLATFORM } from '#libs/platform/service';
import { memberDirectories } from '../directories.js';
import { firmDecider, type FirmDefinition } from '../domain/index.js';

/** Defines or changes an institutional firm ([back-office.firms]). */
export class DefineFirmCommand extends Command<OutcomeOf<typeof firmDecider>> {
  constructor(
    readonly firmId: string,
    readonly firm: FirmDefinition,
    readonly expectedRevision: ExpectedRevision | undefined,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(DefineFirmCommand)
export class DefineFirmHandler implements ICommandHandler<DefineFirmCommand> {
  constructor(
    private readonly commands: Commands,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  async execute({ firmId, firm, expectedRevision, metadata }: DefineFirmCommand) {
    const takesSandboxes = this.platform.config.embedded;
    const command = { type: 'DefineFirm', firmId, firm, takesSandboxes } as const;
    const options = { expectedRevision };
    const outcome = await this.commands.carryOut(firmDecider, firmId, command, metadata, options);
    await memberDirectories(this.platform).firmChanged(firmId, outcome.position);
    return outcome;
  }
}
