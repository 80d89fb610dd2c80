import { Controller, Get, Inject, Post } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { isDryRun } from '#libs/platform/event-store';
import {
  Answer,
  type Body,
  Context,
  Describes,
  LenientBody,
  PresentOnly,
  type RequestContext,
  requireValid,
} from '#libs/platform/http';
import {
  businessNow,
  FieldCode,
  fieldProblem,
  type Problem,
  type Timestamp,
  timestampOf,
  wireTimestamp,
} from '#libs/platform/kernel';
import {
  carryOut,
  type FirmClocks,
  type Platform,
  PLATFORM,
  SANDBOX_CLOCKS,
  sandboxClocks,
} from '#libs/platform/service';
import { addDuration } from '../domain/duration.js';
import { ClockAnswer, MoveClockDto } from './sandbox.dto.js';
import { ForSandboxes } from '../sandbox.guard.js';

/** Rounds that what has become due may take: a timer does a hundred at once of one thing. */
const MOST_ROUNDS = 1_000;

/** The business clock of a sandbox ([sandbox.clock]). */
@Controller('sandbox/clock')
export class ClockController {
  readonly #clocks: FirmClocks;

  constructor(
    private readonly commands: CommandBus,
    private readonly modules: ModuleRef,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {
    this.#clocks = platform.clock;
  }

  @Get()
  @ForSandboxes()
  @PresentOnly()
  @Describes('Get the clock of the firm', { shape: ClockAnswer })
  get(@Context() { caller }: RequestContext): Answer {
    return Answer.ok(this.#shown(caller.firmId));
  }

  /** What has become due by then has happened when this is answered. */
  @Post()
  @ForSandboxes()
  @Describes('Move the clock of the firm forward', {
    status: 200,
    shape: ClockAnswer,
    request: { by: 'P10D' },
  })
  async move(
    @Context() context: RequestContext,
    @LenientBody(MoveClockDto) body: Body<MoveClockDto>,
  ): Promise<Answer> {
    const { firmId = '' } = context.caller;
    const { to, by } = body.value;
    const target = to ?? (by && addDuration(businessNow(this.#clocks, firmId), by));
    requireValid(body, body.problems.length > 0 ? undefined : problemOf(body.value, target));
    const outcome = await carryOut(this.commands, context, sandboxClocks, SANDBOX_CLOCKS, {
      type: 'MoveClock',
      firmId,
      at: timestampOf(this.#clocks.now()),
      to: target ?? '',
    });
    if (isDryRun()) {
      const time = wireTimestamp(target ?? '');
      return Answer.updated(outcome, { body: { time } });
    }
    await this.#clocks.load(this.platform.aggregates);
    await this.#doWhatIsDue(outcome.position);
    const position = await this.platform.eventStore.head();
    return Answer.updated({ ...outcome, position }, { body: this.#shown(firmId) });
  }

  async #doWhatIsDue(moved: bigint): Promise<void> {
    const timers = this.platform.contexts.flatMap(({ timers = [] }) =>
      timers.map((type) => this.modules.get(type, { strict: false })),
    );
    let atLeast = moved;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      let done = 0;
      for (const timer of timers) done += await timer.run(atLeast);
      if (done === 0) return;
      atLeast = await this.platform.eventStore.head();
    }
  }

  #shown(firmId: string | undefined): { readonly time: string } {
    return { time: wireTimestamp(businessNow(this.#clocks, firmId)) };
  }
}

function problemOf({ to, by }: MoveClockDto, target: Timestamp | undefined): Problem | undefined {
  if (to !== undefined && by !== undefined) {
    return fieldProblem('by', FieldCode.Value, 'It is either to or by.');
  }
  if (target !== undefined) return undefined;
  return by === undefined
    ? fieldProblem('to', FieldCode.Required, 'Say what it is to show, or how far it is to move.')
    : fieldProblem('by', FieldCode.Value, 'The calendar ends before.');
}
