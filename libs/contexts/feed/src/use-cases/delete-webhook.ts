import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { OutcomeOf } from '#libs/platform/event-store';
import type { CommandMetadata, ExpectedRevision } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
import { webhooks } from '../domain/webhook.js';

/** Deletes a webhook. */
export class DeleteWebhookCommand extends Command<OutcomeOf<typeof webhooks>> {
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

@CommandHandler(DeleteWebhookCommand)
export class DeleteWebhookHandler implements ICommandHandler<DeleteWebhookCommand> {
  constructor(private readonly commands: Commands) {}

  execute({
    webhookId,
    firmId,
    expectedRevision,
    metadata,
  }: DeleteWebhookCommand): Promise<OutcomeOf<typeof webhooks>> {
    const command = { type: 'Delete', firmId } as const;
    return this.commands.carryOut(webhooks, webhookId, command, metadata, { expectedRevision });
  }
}
