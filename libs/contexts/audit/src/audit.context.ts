import { defineContext } from '#libs/platform/service';
import { AuditModule } from './audit.module.js';
import { auditEvents } from './audit.registry.js';
import { itemPlaces } from './history/item-places.projection.js';
import { timeline } from './history/timeline.projection.js';
import { sensitiveReadDocuments } from './ledger/sensitive-reads.projection.js';

/** Histories, exports that prove themselves, and the ledger of sensitive reads. */
export const audit = defineContext({
  name: 'audit',
  events: [auditEvents],
  projections: [timeline, itemPlaces, sensitiveReadDocuments],
  module: AuditModule,
});
