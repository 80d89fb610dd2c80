import { Inject } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore, type EventStore, isDryRun } from '#libs/platform/event-store';
import { type Timestamp, timestampOf } from '#libs/platform/kernel';
import {
  CommandRunner,
  discovered,
  DueByFirmClock,
  EVENT_STORE,
  UseCaseCommand,
} from '#libs/platform/service';
import { SANDBOX_CLOCKS, sandboxClocks } from './clock.js';
import { SandboxClocks } from './clock.facts.js';

/** Maximum rounds until nothing is due. A timer handles up to a hundred items per round. */
const MAX_ROUNDS = 1_000;

interface Move {
  readonly firmId: string;
  readonly to: Timestamp;
}

/** Moves the clock of a sandbox forward ([sandbox.clock]). When it resolves, everything due by then has happened. */
export class MoveClockCommand extends UseCaseCommand<typeof sandboxClocks, Move> {}

@CommandHandler(MoveClockCommand)
export class MoveClockHandler implements ICommandHandler<MoveClockCommand> {
  constructor(
    private readonly commands: CommandRunner,
    private readonly discovery: DiscoveryService,
    private readonly clocks: SandboxClocks,
    private readonly aggregates: AggregateStore,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
  ) {}

  async execute({ payload: { firmId, to }, metadata }: MoveClockCommand) {
    const command = { type: 'MoveClock', firmId, at: timestampOf(this.clocks.now()), to } as const;
    const moved = await this.commands.executeOrThrow(
      sandboxClocks,
      SANDBOX_CLOCKS,
      command,
      metadata,
    );
    if (isDryRun()) return moved;
    await this.clocks.load(this.aggregates);
    await this.#runTimers(moved.position);
    return { ...moved, position: await this.eventStore.head() };
  }

  async #runTimers(moved: bigint): Promise<void> {
    const timers = discovered(this.discovery, DueByFirmClock);
    let atLeast = moved;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      let done = 0;
      for (const timer of timers) done += await timer.run(atLeast);
      if (done === 0) return;
      atLeast = await this.eventStore.head();
    }
  }
}
