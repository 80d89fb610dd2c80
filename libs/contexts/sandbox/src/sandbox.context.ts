import { defineContext } from '#libs/platform/service';
import { BackOffice } from './back-office.js';
import { ClockController } from './http/clock.controller.js';
import { OutsideController } from './http/outside.controller.js';
import { StartClock } from './reactions/start-clock.reaction.js';
import { SandboxGuard } from './sandbox.guard.js';
import { MoveClockHandler } from './use-cases/move-clock.js';

/** Lets a sandbox firm control its clock and the outside world. Its events belong to the platform. */
export const sandbox = defineContext({
  name: 'sandbox',
  events: [],
  projections: [],
  controllers: [ClockController, OutsideController],
  useCases: [MoveClockHandler],
  providers: [BackOffice, SandboxGuard],
  reactions: [StartClock],
});
