import { Inject } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isDryRun } from '#libs/platform/event-store';
import { type Timestamp, timestampOf } from '#libs/platform/kernel';
import {
  CommandRunner,
  discovered,
  DueByFirmClock,
  PLATFORM,
  type Platform,
  SANDBOX_CLOCKS,
  sandboxClocks,
  UseCaseCommand,
} from '#libs/platform/service';

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
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  async execute({ payload: { firmId, to }, metadata }: MoveClockCommand) {
    const { clock, aggregates, eventStore } = this.platform;
    const command = { type: 'MoveClock', firmId, at: timestampOf(clock.now()), to } as const;
    const moved = await this.commands.executeOrThrow(
      sandboxClocks,
      SANDBOX_CLOCKS,
      command,
      metadata,
    );
    if (isDryRun()) return moved;
    await clock.load(aggregates);
    await this.#runTimers(moved.position);
    return { ...moved, position: await eventStore.head() };
  }

  async #runTimers(moved: bigint): Promise<void> {
    const timers = discovered(this.discovery, DueByFirmClock);
    let atLeast = moved;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      let done = 0;
      for (const timer of timers) done += await timer.run(atLeast);
      if (done === 0) return;
      atLeast = await this.platform.eventStore.head();
    }
  }
}
