import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { OutcomeOf } from '#libs/platform/event-store';
import type { Asked, CommandMetadata, ExpectedRevision } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
import { type WebhookCommand, webhooks } from '../domain/webhook.js';

/** Changes, enables or disables a webhook. One that is enabled again goes on where it stopped. */
export class ChangeWebhookCommand extends Command<OutcomeOf<typeof webhooks>> {
  constructor(
    readonly webhookId: string,
    readonly asked: Asked<Extract<WebhookCommand, { type: 'Change' }>>,
    readonly expectedRevision: ExpectedRevision | undefined,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(ChangeWebhookCommand)
export class ChangeWebhookHandler implements ICommandHandler<ChangeWebhookCommand> {
  constructor(private readonly commands: Commands) {}

  execute({
    webhookId,
    asked,
    expectedRevision,
    metadata,
  }: ChangeWebhookCommand): Promise<OutcomeOf<typeof webhooks>> {
    const command = { type: 'Change', ...asked } as const;
    return this.commands.carryOut(webhooks, webhookId, command, metadata, { expectedRevision });
  }
}
