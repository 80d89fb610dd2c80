export * from './event-hash.js';
export * from './merkle.js';
export * from './signatures.js';
export type {
  EventLine,
  ExportOrder,
  ExportScope,
  HeadProof,
  ManifestLine,
  StreamLine,
} from './export-lines.js';
export * from './export-writer.js';
export type { Finding, Problem, Verdict, Verified } from './finding.js';
export * from './verify-export.js';
