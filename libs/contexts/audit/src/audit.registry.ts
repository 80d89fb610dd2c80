import { defineEvents } from '#libs/platform/event-store';
import type { DailyRootSigned } from './domain/daily-roots.js';
import type { SigningKeyRotated } from './domain/signing-keys.js';
import type { SensitiveDataShown } from './domain/sensitive-reads.js';

/** How the events of streams `sensitiveReads-{hour}-{process}`, `auditRoots-daily` and `auditKeys-signing` are stored. None holds personal data. */
export const auditEvents = defineEvents<SensitiveDataShown | DailyRootSigned | SigningKeyRotated>({
  'audit.SensitiveDataShown': { history: { title: 'Something sensitive shown' } },
  'audit.DailyRootSigned': { history: { title: 'Root of the day signed' } },
  'audit.SigningKeyRotated': { history: { title: 'Audit signing key replaced' } },
});
