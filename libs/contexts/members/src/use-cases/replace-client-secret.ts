import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { OutcomeOf } from '#libs/platform/event-store';
import {
  type CommandMetadata,
  type ExpectedRevision,
  type Ids,
  Secret,
} from '#libs/platform/kernel';
import { Commands, IDS, type Platform, PLATFORM } from '#libs/platform/service';
import { memberDirectories } from '../directories.js';
import { clientDecider } from '../domain/index.js';

/** Gives an API client a fresh shared secret ([back-office.clients]). */
export class ReplaceClientSecretCommand extends Command<OutcomeOf<typeof clientDecider>> {
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

/** A shared secret: 32 random bytes in base64url. */
export function newSharedSecret(ids: Ids): Secret {
  return Secret.of(Buffer.from(ids.bytes(32)).toString('base64url'));
}

@CommandHandler(ReplaceClientSecretCommand)
export class ReplaceClientSecretHandler implements ICommandHandler<ReplaceClientSecretCommand> {
  constructor(
    private readonly commands: Commands,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  async execute({
    firmId,
    apiKey,
    expectedRevision,
    metadata,
  }: ReplaceClientSecretCommand): Promise<OutcomeOf<typeof clientDecider>> {
    const sharedSecret = newSharedSecret(this.ids);
    const command = { type: 'ReplaceClientSecret', firmId, sharedSecret } as const;
    const options = { expectedRevision };
    const outcome = await this.commands.carryOut(clientDecider, apiKey, command, metadata, options);
    await memberDirectories(this.platform).clientChanged(apiKey, outcome.position);
    return outcome;
  }
}
