import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isDryRun } from '#libs/platform/event-store';
import { type RecordedOf, refuse, RefusedException } from '#libs/platform/kernel';
import {
  LiveGenerationError,
  NoSuchGenerationError,
  type Projection,
} from '#libs/platform/read-models';
import { CommandRunner, PLATFORM, type Platform, UseCaseCommand } from '#libs/platform/service';
import type { ProjectionOperationEvent } from './projection-operation.events.js';
import {
  isLive,
  type KnownGeneration,
  projectionOperations,
  type RequestedOperation,
  type SkipFacts,
} from './projection-operation.js';
import { ProjectionDirectory } from './projections.queries.js';

/** An operation on a read model. The event comes first and records who requested it, then the work is done. */
export class OperateProjectionCommand extends UseCaseCommand<
  typeof projectionOperations,
  { readonly projection: Projection; readonly operation: RequestedOperation }
> {}

@CommandHandler(OperateProjectionCommand)
export class OperateProjectionHandler implements ICommandHandler<OperateProjectionCommand> {
  constructor(
    private readonly commands: CommandRunner,
    private readonly directory: ProjectionDirectory,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  async execute({ payload: { projection, operation }, metadata }: OperateProjectionCommand) {
    const { name, version } = projection;
    const known = { projection: name, version, generations: await this.#known(projection) };
    const command =
      operation.kind === 'skip'
        ? { ...known, ...operation, ...(await this.#skipFacts(name)) }
        : { ...known, ...operation };
    const outcome = await this.commands.executeOrThrow(
      projectionOperations,
      name,
      command,
      metadata,
    );
    const [event] = outcome.events;
    // A repeated request does no work: the first one may have done it, even if its response was lost.
    if (event && !outcome.repeated && !isDryRun())
      await this.#work(event as RecordedOf<ProjectionOperationEvent>);
    return outcome;
  }

  async #known(projection: Projection): Promise<readonly KnownGeneration[]> {
    const { generations } = await this.directory.get(projection);
    const listed = await this.platform.projectionRunner.generations.list(projection.name);
    const chosen = listed.filter((known) => known.chosen).map((known) => known.collection);
    return generations.map(({ collection, version, live, state }) => ({
      collection,
      version,
      live,
      building: !live && state === 'catching-up',
      held: !live && !chosen.includes(collection),
    }));
  }

  async #skipFacts(name: string): Promise<SkipFacts> {
    const all = await this.platform.projectionRunner.observe();
    const stops = all.filter((one) => one.name === name && one.state === 'stopped');
    const stop = stops.find(({ live }) => live) ?? stops[0];
    const stopped = stop && { position: stop.position, at: stop.stoppedAt };
    return { stopped, head: await this.platform.eventStore.head() };
  }

  async #work({ type, data }: RecordedOf<ProjectionOperationEvent>): Promise<unknown> {
    const { generations } = this.platform.projectionRunner;
    switch (type) {
      case 'operations.RebuildRequested':
        return generations.rebuild(data.projection, { hold: data.hold });
      case 'operations.SwitchRequested':
        return generations.switchTo(data.projection, data.collection);
      case 'operations.EventSkipped':
        return generations.skipEvent(data.projection, BigInt(data.position));
      case 'operations.EventUnskipped':
        return generations.rebuild(data.projection);
      case 'operations.DropRequested':
        return generations.drop(data.projection, data.collection).catch((error: unknown) => {
          // It went live or was dropped by somebody else after the decision.
          if (error instanceof LiveGenerationError) {
            throw new RefusedException(refuse(isLive('dropped')));
          }
          if (!(error instanceof NoSuchGenerationError)) throw error;
        });
    }
  }
}
