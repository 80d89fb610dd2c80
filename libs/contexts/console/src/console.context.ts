import { defineContext } from '#libs/platform/service';
import { ConsoleModule } from './console.module.js';

/** The page for operators and auditors at `/console`. */
export const consolePage = defineContext({
  name: 'console',
  events: [],
  projections: [],
  module: ConsoleModule,
});
