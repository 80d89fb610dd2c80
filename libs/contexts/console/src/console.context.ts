import { defineContext } from '#libs/platform/service';
import { ConsoleController } from './http/console.controller.js';

/** The page for operators and auditors at `/console`. */
export const consolePage = defineContext({
  name: 'console',
  events: [],
  projections: [],
  controllers: [ConsoleController],
});
