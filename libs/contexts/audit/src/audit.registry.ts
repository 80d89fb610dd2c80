import { defineEvents } from '#libs/platform/event-store';
import type { SensitiveDataShown } from './domain/sensitive-reads.js';

/** How the events of streams `sensitiveReads-{hour}-{process}` are stored. None holds personal data. */
export const auditEvents = defineEvents<SensitiveDataShown>({
  'audit.SensitiveDataShown': { version: 1 },
});
