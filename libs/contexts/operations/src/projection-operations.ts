import { Inject, Injectable } from '@nestjs/common';
import { isDryRun, type OutcomeOf } from '#libs/platform/event-store';
import type { CommandMetadata } from '#libs/platform/kernel';
import type { Projection } from '#libs/platform/read-models';
import { Commands, type Platform, PLATFORM } from '#libs/platform/service';
import {
  type AskedOperation,
  type KnownGeneration,
  projectionOperations,
} from './domain/projection-operation.js';
import { ProjectionDirectory } from './projection-directory.js';

/** What use cases share that change generations: the event first, with who asked for it, then the work. */
@Injectable()
export class ProjectionOperations {
  constructor(
    private readonly commands: Commands,
    private readonly directory: ProjectionDirectory,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  async carryOut(
    projection: Projection,
    asked: AskedOperation,
    metadata: CommandMetadata,
    work: (
      generations: Platform['projectionRunner']['generations'],
      outcome: OutcomeOf<typeof projectionOperations>,
    ) => Promise<unknown>,
  ): Promise<OutcomeOf<typeof projectionOperations>> {
    const { name, version } = projection;
    const generations = await this.#known(projection);
    const command = { projection: name, version, generations, ...asked };
    const outcome = await this.commands.carryOut(projectionOperations, name, command, metadata);
    // The answer to the first of two requests with the same key may never have come: what was asked for may be done by now.
    if (outcome.events.length > 0 && !outcome.repeated && !isDryRun()) {
      await work(this.platform.projectionRunner.generations, outcome);
    }
    return outcome;
  }

  async #known(projection: Projection): Promise<readonly KnownGeneration[]> {
    const { generations = [] } = await this.directory.get(projection);
    const listed = await this.platform.projectionRunner.generations.list(projection.name);
    const chosen = listed.filter((known) => known.chosen).map((known) => known.collection);
    return generations.map(({ collection = '', version = 0, live = false, state }) => ({
      collection,
      version,
      live,
      building: !live && state === 'catching-up',
      held: !live && !chosen.includes(collection),
    }));
  }
}
