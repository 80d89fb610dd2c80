import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { OutcomeOf } from '#libs/platform/event-store';
import {
  type CommandMetadata,
  type ExpectedRevision,
  type Ids,
  Secret,
} from '#libs/platform/kernel';
import { Commands, IDS } from '#libs/platform/service';
import { webhooks } from '../domain/webhook.js';

/** Gives a webhook a fresh secret. Both sign for a day, so that a receiver can take the new one over without a gap. */
export class RotateWebhookSecretCommand extends Command<OutcomeOf<typeof webhooks>> {
  constructor(
    readonly webhookId: string,
    /** Firm of the caller. */
    readonly firmId: string,
    readonly expectedRevision: ExpectedRevision | undefined,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

/** A secret as Standard Webhooks write it. */
export function newWebhookSecret(ids: Ids): Secret {
  return Secret.of(`whsec_${Buffer.from(ids.bytes(32)).toString('base64')}`);
}

@CommandHandler(RotateWebhookSecretCommand)
export class RotateWebhookSecretHandler implements ICommandHandler<RotateWebhookSecretCommand> {
  constructor(
    private readonly commands: Commands,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  execute({
    webhookId,
    firmId,
    expectedRevision,
    metadata,
  }: RotateWebhookSecretCommand): Promise<OutcomeOf<typeof webhooks>> {
    const command = { type: 'RotateSecret', firmId, secret: newWebhookSecret(this.ids) } as const;
    return this.commands.carryOut(webhooks, webhookId, command, metadata, { expectedRevision });
  }
}
