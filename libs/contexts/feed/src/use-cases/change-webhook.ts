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
import { type WebhookCommand, webhooks } from '../domain/webhook.js';

type Asked =
  | Extract<WebhookCommand, { type: 'Change' | 'Delete' }>
  | { readonly type: 'RotateSecret'; readonly firmId: string };

/**
 * Changes, enables, disables or deletes a webhook, or gives it a fresh secret. One that is enabled again goes on where it stopped. Both
 * secrets sign for a day, so that a receiver can take the new one over without a gap.
 */
export class ChangeWebhookCommand extends Command<OutcomeOf<typeof webhooks>> {
  constructor(
    readonly webhookId: string,
    readonly asked: Asked,
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

@CommandHandler(ChangeWebhookCommand)
export class ChangeWebhookHandler implements ICommandHandler<ChangeWebhookCommand> {
  constructor(
    private readonly commands: Commands,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  execute(command: ChangeWebhookCommand): Promise<OutcomeOf<typeof webhooks>> {
    const { webhookId, asked, expectedRevision, metadata } = command;
    const complete =
      asked.type === 'RotateSecret' ? { ...asked, secret: newWebhookSecret(this.ids) } : asked;
    return this.commands.carryOut(webhooks, webhookId, complete, metadata, { expectedRevision });
  }
}
