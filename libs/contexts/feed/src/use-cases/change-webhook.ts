import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Ids, Secret } from '#libs/platform/kernel';
import { Commands, IDS, UseCaseCommand } from '#libs/platform/service';
import { type WebhookCommand, webhooks } from '../domain/webhook.js';

type Asked =
  | Extract<WebhookCommand, { type: 'Change' | 'Delete' }>
  | { readonly type: 'RotateSecret'; readonly firmId: string };

/**
 * Changes, enables, disables or deletes a webhook, or gives it a fresh secret. One that is enabled again goes on where it stopped. Both
 * secrets sign for a day, so that a receiver can take the new one over without a gap.
 */
export class ChangeWebhookCommand extends UseCaseCommand<
  typeof webhooks,
  Asked & { readonly webhookId: string }
> {}

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

  execute({ asked: command, metadata, expectedRevision }: ChangeWebhookCommand) {
    const { webhookId, ...asked } = command;
    const complete =
      asked.type === 'RotateSecret' ? { ...asked, secret: newWebhookSecret(this.ids) } : asked;
    return this.commands.carryOut(webhooks, webhookId, complete, metadata, { expectedRevision });
  }
}
