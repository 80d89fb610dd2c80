import { defineEvents } from '#libs/platform/event-store';
import type { DailyRootSigned } from './domain/daily-roots.js';
import type { SigningKeyRotated } from './domain/signing-keys.js';
import type { SensitiveDataShown } from './domain/sensitive-reads.js';

/** Events of the streams `sensitiveReads-{hour}-{process}`, `auditRoots-daily` and `auditKeys-signing`. None contains personal data. */
export const auditEvents = defineEvents<SensitiveDataShown | DailyRootSigned | SigningKeyRotated>({
  'audit.SensitiveDataShown': { history: { title: 'Sensitive data shown' } },
  'audit.DailyRootSigned': { history: { title: 'Daily root signed' } },
  'audit.SigningKeyRotated': { history: { title: 'Audit signing key replaced' } },
});
