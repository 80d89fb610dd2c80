import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isDryRun } from '#libs/platform/event-store';
import { type Clock, type CommandMetadata, timestampOf } from '#libs/platform/kernel';
import { deriveUuid } from '#libs/platform/runtime';
import { CLOCK } from '#libs/platform/service';
import { TEST_TYPE } from '../domain/contract/schemas.js';
import type { Webhook } from '../domain/webhook.js';
import { notSent, type SendResult, WebhookSender } from '../webhooks/webhook-sender.js';

/** Sends a test message to a webhook at once. It is not an event and isn't retried. */
export class SendTestMessageCommand extends Command<SendResult> {
  constructor(
    readonly webhook: Webhook,
    /** Aborted when the process stops. */
    readonly stopping: AbortSignal,
    readonly metadata: Pick<CommandMetadata, 'commandId'>,
  ) {
    super();
  }
}

@CommandHandler(SendTestMessageCommand)
export class SendTestMessageHandler implements ICommandHandler<SendTestMessageCommand> {
  constructor(
    private readonly sender: WebhookSender,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ webhook, stopping, metadata }: SendTestMessageCommand): Promise<SendResult> {
    if (isDryRun()) return notSent('dry-run');
    const id = deriveUuid(metadata.commandId, 'webhook-test');
    const message = {
      specversion: '1.0',
      id,
      source: `/restapi/webhooks/${webhook.webhookId}`,
      type: TEST_TYPE,
      time: timestampOf(this.clock.now()),
      datacontenttype: 'application/json',
      data: {},
    };
    const sent = await this.sender.send(webhook, id, JSON.stringify(message), stopping);
    return sent ?? notSent('stopping');
  }
}
