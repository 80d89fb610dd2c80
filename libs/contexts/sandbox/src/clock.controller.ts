import { Body, Controller, Get, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { isDryRun } from '#libs/platform/event-store';
import {
  Context,
  Describes,
  Fields,
  FieldsOf,
  PresentOnly,
  type RequestContext,
  Response,
} from '#libs/platform/http';
import {
  businessNow,
  FieldCode,
  fieldProblem,
  type Problem,
  type Timestamp,
  wireTimestamp,
} from '#libs/platform/kernel';
import { SandboxClocks } from './clock.facts.js';
import { addDuration } from './clock.js';
import { ClockResponse, MoveClockDto } from './sandbox.dto.js';
import { ForSandboxes } from './sandbox.guard.js';
import { MoveClockCommand } from './sandbox.handlers.js';

/** The business clock of a sandbox ([sandbox.clock]). */
@Controller('sandbox/clock')
export class ClockController {
  constructor(
    private readonly commands: CommandBus,
    private readonly clocks: SandboxClocks,
  ) {}

  @Get()
  @ForSandboxes()
  @PresentOnly()
  @Describes('Get the clock of the firm', { shape: ClockResponse })
  get(@Context() { caller }: RequestContext) {
    return Response.ok(this.#shown(caller.firmId));
  }

  /** When it responds, everything due by then has happened. */
  @Post()
  @ForSandboxes()
  @Describes('Move the clock of the firm forward', {
    status: 200,
    shape: ClockResponse,
    request: { by: 'P10D' },
  })
  async move(
    @Context() context: RequestContext,
    @Body(FieldsOf(MoveClockDto)) body: Fields<MoveClockDto>,
  ) {
    const { firmId = '' } = context.caller;
    const { to, by } = body.value;
    const target = to ?? (by && addDuration(businessNow(this.clocks, firmId), by));
    body.with(!body.areValid ? undefined : problemOf(body.value, target));
    const time = target ?? '';
    const command = new MoveClockCommand({ firmId, to: time }, context.command);
    const outcome = await this.commands.execute(command);
    const shown = isDryRun() ? { time: wireTimestamp(time) } : this.#shown(firmId);
    return Response.updated(outcome, { body: shown });
  }

  #shown(firmId: string | undefined): { readonly time: string } {
    return { time: wireTimestamp(businessNow(this.clocks, firmId)) };
  }
}

function problemOf({ to, by }: MoveClockDto, target: Timestamp | undefined): Problem | undefined {
  if (to !== undefined && by !== undefined) {
    return fieldProblem('by', FieldCode.Value, 'Send either to or by.');
  }
  if (target !== undefined) return undefined;
  return by === undefined
    ? fieldProblem('to', FieldCode.Required, 'Send the new time, or by how much to move.')
    : fieldProblem('by', FieldCode.Value, 'It leads beyond the end of the calendar.');
}
