export { AuditModule } from './audit.module.js';
export { DailyRootSigner } from './daily-roots.reactions.js';
export { subjectsOf } from './history.document.js';
export { DryRunReports, Timelines } from './history.queries.js';
export { SensitiveReadLedger } from './ledger/sensitive-read-ledger.js';
