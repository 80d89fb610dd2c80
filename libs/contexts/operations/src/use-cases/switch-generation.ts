import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { OutcomeOf } from '#libs/platform/event-store';
import type { CommandMetadata } from '#libs/platform/kernel';
import type { Projection } from '#libs/platform/read-models';
import type { projectionOperations } from '../domain/projection-operation.js';
import { ProjectionOperations } from '../projection-operations.js';

/** Chooses the generation that readers get as soon as it is complete. */
export class SwitchGenerationCommand extends Command<OutcomeOf<typeof projectionOperations>> {
  constructor(
    readonly projection: Projection,
    readonly collection: string | undefined,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(SwitchGenerationCommand)
export class SwitchGenerationHandler implements ICommandHandler<SwitchGenerationCommand> {
  constructor(private readonly operations: ProjectionOperations) {}

  execute({
    projection,
    collection,
    metadata,
  }: SwitchGenerationCommand): Promise<OutcomeOf<typeof projectionOperations>> {
    const asked = { kind: 'switch', collection } as const;
    return this.operations.carryOut(projection, asked, metadata, (generations) =>
      generations.switchTo(projection.name, collection ?? ''),
    );
  }
}
