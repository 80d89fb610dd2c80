import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { dataOf, type OutcomeOf } from '#libs/platform/event-store';
import type { CommandMetadata } from '#libs/platform/kernel';
import type { Projection } from '#libs/platform/read-models';
import { type Platform, PLATFORM } from '#libs/platform/service';
import type { projectionOperations } from '../domain/projection-operation.js';
import { ProjectionOperations } from '../projection-operations.js';

/** Lets a stopped read model go on without an event, in each generation of this version; the next version has it again. */
export class SkipEventCommand extends Command<OutcomeOf<typeof projectionOperations>> {
  constructor(
    readonly projection: Projection,
    /** Of the event; default the one it stopped at. */
    readonly position: bigint | undefined,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(SkipEventCommand)
export class SkipEventHandler implements ICommandHandler<SkipEventCommand> {
  constructor(
    private readonly operations: ProjectionOperations,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  async execute({
    projection,
    position,
    metadata,
  }: SkipEventCommand): Promise<OutcomeOf<typeof projectionOperations>> {
    const { name } = projection;
    const all = await this.platform.projectionRunner.observe();
    const stops = all.filter((one) => one.name === name && one.state === 'stopped');
    const stop = stops.find(({ live }) => live) ?? stops[0];
    const stopped = stop && { position: stop.position, at: stop.stoppedAt };
    const head = await this.platform.eventStore.head();
    const asked = { kind: 'skip', position, stopped, head } as const;
    return this.operations.carryOut(projection, asked, metadata, (generations, outcome) =>
      generations.goOn(name, BigInt(dataOf(outcome, 'operations.EventSkipped').position)),
    );
  }
}
