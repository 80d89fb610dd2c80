import { defineContext } from '#libs/platform/service';
import { MasterKeyController } from './http/master-key.controller.js';
import { keysEvents } from './keys.registry.js';
import { MasterKeys } from './master-keys.js';
import { ReplaceMasterKeyHandler } from './use-cases/replace-master-key.js';

/** The master key that wraps all other keys. */
export const keys = defineContext({
  name: 'keys',
  events: [keysEvents],
  projections: [],
  controllers: [MasterKeyController],
  useCases: [ReplaceMasterKeyHandler],
  providers: [MasterKeys],
});
