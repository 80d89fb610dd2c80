import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { dataOf, type OutcomeOf } from '#libs/platform/event-store';
import type { CommandMetadata } from '#libs/platform/kernel';
import type { Projection } from '#libs/platform/read-models';
import type { projectionOperations } from '../domain/projection-operation.js';
import { ProjectionOperations } from '../projection-operations.js';

/** Has a new generation built beside the live one, unless one is being built; without `hold` it goes live. */
export class RebuildProjectionCommand extends Command<OutcomeOf<typeof projectionOperations>> {
  constructor(
    readonly projection: Projection,
    readonly hold: boolean,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(RebuildProjectionCommand)
export class RebuildProjectionHandler implements ICommandHandler<RebuildProjectionCommand> {
  constructor(private readonly operations: ProjectionOperations) {}

  execute({
    projection,
    hold,
    metadata,
  }: RebuildProjectionCommand): Promise<OutcomeOf<typeof projectionOperations>> {
    const { name } = projection;
    const asked = { kind: 'rebuild', hold } as const;
    return this.operations.carryOut(projection, asked, metadata, (generations, outcome) =>
      outcome.events[0]?.type === 'operations.SwitchRequested'
        ? generations.switchTo(name, dataOf(outcome, 'operations.SwitchRequested').collection)
        : generations.rebuild(name, { hold }),
    );
  }
}
