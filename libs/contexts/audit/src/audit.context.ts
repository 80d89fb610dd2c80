import { defineContext } from '#libs/platform/service';
import { AuditModule } from './audit.module.js';
import { timeline } from './history/timeline.projection.js';

/** Histories, exports that prove themselves, and the ledger of sensitive reads. */
export const audit = defineContext({
  name: 'audit',
  events: [],
  projections: [timeline],
  module: AuditModule,
});
