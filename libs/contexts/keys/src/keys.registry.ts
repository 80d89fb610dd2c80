import { defineEvents } from '#libs/platform/event-store';
import type { MasterKeyEvent } from './domain/master-key.js';

/** How the events of stream `masterKey-replacements` are stored. None contains personal data or a key. */
export const keysEvents = defineEvents<MasterKeyEvent>({
  'keys.MasterKeyReplacementBegun': { history: { title: 'Replacement of the master key begun' } },
  'keys.MasterKeyReplaced': { history: { title: 'Master key replaced' } },
});
