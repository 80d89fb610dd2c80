import { defineContext } from '#libs/platform/service';
import { rtgDocuments } from './documents/rtg.document.js';
import { rtgEvents } from './rtg.registry.js';
import { RtgsModule } from './rtgs.module.js';

/** RTG folio models and the subscription of folios to them. */
export const rtgs = defineContext({
  name: 'rtgs',
  events: [rtgEvents],
  projections: [rtgDocuments],
  module: RtgsModule,
});
