export { type Descriptor, Subject } from './history/descriptor.js';
export { descriptors } from './history/descriptors.js';
export { timeline, type TimelineDocument, TimelineIndex } from './history/timeline.projection.js';
export { SensitiveReadLedger } from './ledger/sensitive-read-ledger.js';
export { DailyRootSigner } from './roots/daily-root-signer.js';
export { audit } from './audit.context.js';
