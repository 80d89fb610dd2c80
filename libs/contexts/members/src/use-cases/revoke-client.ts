import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { OutcomeOf } from '#libs/platform/event-store';
import type { CommandMetadata, ExpectedRevision } from '#libs/platform/kernel';
import { Commands, type Platform, PLATFORM } from '#libs/platform/service';
import { memberDirectories } from '../directories.js';
import { clientDecider } from '../domain/index.js';

/** Takes the credential of an API client away ([back-office.clients]). */
export class RevokeClientCommand extends Command<OutcomeOf<typeof clientDecider>> {
  constructor(
    /** Firm id and API key of the path. */
    readonly firmId: string,
    readonly apiKey: string,
    readonly expectedRevision: ExpectedRevision | undefined,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(RevokeClientCommand)
export class RevokeClientHandler implements ICommandHandler<RevokeClientCommand> {
  constructor(
    private readonly commands: Commands,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  async execute({
    firmId,
    apiKey,
    expectedRevision,
    metadata,
  }: RevokeClientCommand): Promise<OutcomeOf<typeof clientDecider>> {
    const command = { type: 'RevokeClient', firmId } as const;
    const options = { expectedRevision };
    const outcome = await this.commands.carryOut(clientDecider, apiKey, command, metadata, options);
    await memberDirectories(this.platform).clientChanged(apiKey, outcome.position);
    return outcome;
  }
}
