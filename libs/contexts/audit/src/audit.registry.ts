import { defineEvents } from '#libs/platform/event-store';
import type { DailyRootSigned } from './domain/daily-roots.js';
import type { SensitiveDataShown } from './domain/sensitive-reads.js';

/** How the events of streams `sensitiveReads-{hour}-{process}` and `auditRoots-daily` are stored. None holds personal data. */
export const auditEvents = defineEvents<SensitiveDataShown | DailyRootSigned>({
  'audit.SensitiveDataShown': { version: 1 },
  'audit.DailyRootSigned': { version: 1 },
});
