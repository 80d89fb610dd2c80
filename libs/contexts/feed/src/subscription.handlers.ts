import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isDryRun } from '#libs/platform/event-store';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { SubscriptionProgress } from './subscription.queries.js';
import { type Subscription, subscriptions } from './subscription.js';

/** The reader of a subscription has dealt with everything up to a log position. An earlier position changes nothing. */
export class AcknowledgeEventsCommand extends UseCaseCommand<
  typeof subscriptions,
  { readonly subscription: Subscription; readonly position: bigint }
> {}

@CommandHandler(AcknowledgeEventsCommand)
export class AcknowledgeEventsHandler implements ICommandHandler<AcknowledgeEventsCommand> {
  constructor(
    private readonly commands: CommandRunner,
    private readonly progress: SubscriptionProgress,
  ) {}

  async execute({ payload: { subscription, position }, metadata }: AcknowledgeEventsCommand) {
    if (!isDryRun()) await this.progress.acknowledge(subscription, position);
    const { firmId, name } = subscription;
    const reached = await this.progress.of(subscription);
    const command = { type: 'RecordProgress', firmId, name, position: String(reached) } as const;
    return this.commands.executeOrThrow(subscriptions, firmId, command, metadata);
  }
}
