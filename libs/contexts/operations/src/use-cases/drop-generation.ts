import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { OutcomeOf } from '#libs/platform/event-store';
import { RefusedException } from '#libs/platform/http';
import { type CommandMetadata, refuse } from '#libs/platform/kernel';
import {
  LiveGenerationError,
  NoSuchGenerationError,
  type Projection,
} from '#libs/platform/read-models';
import { isLive, type projectionOperations } from '../domain/projection-operation.js';
import { ProjectionOperations } from '../projection-operations.js';

/** Drops a generation that is not live. One that is being built is given up. */
export class DropGenerationCommand extends Command<OutcomeOf<typeof projectionOperations>> {
  constructor(
    readonly projection: Projection,
    readonly collection: string,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(DropGenerationCommand)
export class DropGenerationHandler implements ICommandHandler<DropGenerationCommand> {
  constructor(private readonly operations: ProjectionOperations) {}

  execute({
    projection,
    collection,
    metadata,
  }: DropGenerationCommand): Promise<OutcomeOf<typeof projectionOperations>> {
    const asked = { kind: 'drop', collection } as const;
    return this.operations.carryOut(projection, asked, metadata, (generations) =>
      generations.drop(projection.name, collection).catch((error: unknown) => {
        // It went live, or somebody else dropped it, after that was decided.
        if (error instanceof LiveGenerationError) {
          throw new RefusedException(refuse(isLive('dropped')));
        }
        if (!(error instanceof NoSuchGenerationError)) throw error;
      }),
    );
  }
}
