import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Ids, Secret } from '#libs/platform/kernel';
import { CommandRunner, IDS, UseCaseCommand } from '#libs/platform/service';
import { type WebhookCommand, webhooks } from '../domain/webhook.js';

type Change =
  | Extract<WebhookCommand, { type: 'Change' | 'Delete' }>
  | { readonly type: 'RotateSecret'; readonly firmId: string };

/**
 * Changes, enables, disables or deletes a webhook, or replaces its secret. A webhook that is enabled again resumes where it
 * stopped. Both secrets sign for a day, so the receiver can switch without a gap.
 */
export class ChangeWebhookCommand extends UseCaseCommand<
  typeof webhooks,
  Change & { readonly webhookId: string }
> {}

/** A new secret in the format of Standard Webhooks. */
export function newWebhookSecret(ids: Ids): Secret {
  return Secret.of(`whsec_${Buffer.from(ids.bytes(32)).toString('base64')}`);
}

@CommandHandler(ChangeWebhookCommand)
export class ChangeWebhookHandler implements ICommandHandler<ChangeWebhookCommand> {
  constructor(
    private readonly commands: CommandRunner,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  execute({ payload: { webhookId, ...change }, metadata, expectedRevision }: ChangeWebhookCommand) {
    const command =
      change.type === 'RotateSecret' ? { ...change, secret: newWebhookSecret(this.ids) } : change;
    return this.commands.executeOrThrow(webhooks, webhookId, command, metadata, {
      expectedRevision,
    });
  }
}
