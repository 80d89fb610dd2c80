import type { Document, Projection } from '#libs/platform/read-models';
import type { SensitiveDataShown, SensitiveRead } from '../domain/sensitive-reads.js';

/** A sensitive read as it was recorded. */
export type SensitiveReadDocument = Document & SensitiveRead;

/** subject, time. */
export const READS_OF_SUBJECT = 'subject';
/** time. */
export const READS_BY_TIME = 'time';

/** Read model `audit.sensitiveReads`, one document for each read. */
export const sensitiveReadDocuments: Projection<SensitiveReadDocument, SensitiveDataShown> = {
  name: 'audit.sensitiveReads',
  version: 1,
  indexes: [
    { name: READS_OF_SUBJECT, fields: ['subjects', 'at'] },
    { name: READS_BY_TIME, fields: ['at'] },
  ],
  events: ['audit.SensitiveDataShown'],
  documents: ({ stream, revision }) => [`${stream}/${revision}`],
  fold: (_document, { data }) => ({ ...data }),
};
