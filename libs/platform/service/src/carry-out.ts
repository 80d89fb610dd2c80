import type { CommandBus } from '@nestjs/cqrs';
import type { HandleOptions, Outcome } from '#libs/platform/event-store';
import { commandMetadata, type RequestContext, throwIfRefused } from '#libs/platform/http';
import type { Decider, DomainEvent } from '#libs/platform/kernel';
import { AggregateCommand } from './aggregate-command.js';

/**
 * Carries out what a request asks of one aggregate, over the command bus.
 * @param id of the aggregate, the stream's name without its category
 * @throws RefusedException when it is refused
 */
export async function carryOut<State, DomainCommand, E extends DomainEvent>(
  commands: CommandBus,
  context: RequestContext,
  decider: Decider<State, DomainCommand, E>,
  id: string,
  command: NoInfer<DomainCommand>,
  options?: HandleOptions,
): Promise<Outcome<E, State>> {
  const metadata = commandMetadata(context);
  return throwIfRefused(
    await commands.execute(new AggregateCommand(decider, id, command, metadata, options)),
  );
}
