import { defineContext } from '#libs/platform/service';
import { folioDocuments } from './read-models/folio.document.js';
import { folioEvents } from './folio.registry.js';
import { FoliosModule } from './folios.module.js';

/** Folios of accounts: settings, target weights, positions. */
export const folios = defineContext({
  name: 'folios',
  events: [folioEvents],
  projections: [folioDocuments],
  module: FoliosModule,
});
