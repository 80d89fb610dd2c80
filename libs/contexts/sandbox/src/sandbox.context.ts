import { defineContext } from '#libs/platform/service';
import { BackOffice } from './back-office.js';
import { ClockController } from './http/clock.controller.js';
import { OutsideController } from './http/outside.controller.js';
import { StartClock } from './reactions/start-clock.reaction.js';
import { SandboxGuard } from './sandbox.guard.js';
import { MoveClockHandler } from './use-cases/move-clock.js';

/** What a firm that only plays may do to its clock and to the outside. Its events are the platform's. */
export const sandbox = defineContext({
  name: 'sandbox',
  events: [],
  projections: [],
  controllers: [ClockController, OutsideController],
  useCases: [MoveClockHandler],
  providers: [BackOffice, SandboxGuard],
  reactions: [StartClock],
});
