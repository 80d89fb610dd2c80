import { defineContext } from '#libs/platform/service';
import { SandboxModule } from './sandbox.module.js';
import { StartClock } from './reactions/start-clock.reaction.js';

/** What a firm that only plays may do to its clock and to the outside. Its events are the platform's. */
export const sandbox = defineContext({
  name: 'sandbox',
  events: [],
  projections: [],
  module: SandboxModule,
  reactions: [StartClock],
});
