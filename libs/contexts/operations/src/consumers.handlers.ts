import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, CONSUMERS, parkedEvents, UseCaseCommand } from '#libs/platform/service';

type Settlement = Extract<Parameters<typeof parkedEvents.decide>[0], { kind: 'retry' | 'skip' }>;

/** Requests that a consumer retries parked events, or skips one permanently. It does so when it reads the request in the log. */
export class ResolveParkedEventsCommand extends UseCaseCommand<typeof parkedEvents, Settlement> {}

@CommandHandler(ResolveParkedEventsCommand)
export class ResolveParkedEventsHandler implements ICommandHandler<ResolveParkedEventsCommand> {
  constructor(private readonly commands: CommandRunner) {}

  execute({ payload: resolution, metadata }: ResolveParkedEventsCommand) {
    return this.commands.executeOrThrow(parkedEvents, CONSUMERS, resolution, metadata);
  }
}
