export { subjectsOf } from './history/timeline.projection.js';
export { Timelines } from './history/timelines.js';
export { SensitiveReadLedger } from './ledger/sensitive-read-ledger.js';
export { DailyRootSigner } from './roots/daily-root-signer.js';
export { AuditModule } from './audit.module.js';
export { DryRunReports } from './history/histories.js';
