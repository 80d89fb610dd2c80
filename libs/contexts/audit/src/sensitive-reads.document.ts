import type { Document, Projection } from '#libs/platform/read-models';
import type { SensitiveDataShown, SensitiveRead } from './audit.events.js';

/** A sensitive read as recorded in the ledger. */
export type SensitiveReadDocument = Document & SensitiveRead;

export const READS_OF_SUBJECT = 'subject';

export const READS_BY_TIME = 'time';

/** Read model `audit.sensitiveReads`, one document per read. */
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
