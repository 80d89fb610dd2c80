import { defineContext } from '#libs/platform/service';
import { KeysModule } from './keys.module.js';
import { keysEvents } from './keys.registry.js';

/** The master key that wraps all others. */
export const keys = defineContext({
  name: 'keys',
  events: [keysEvents],
  projections: [],
  module: KeysModule,
});
