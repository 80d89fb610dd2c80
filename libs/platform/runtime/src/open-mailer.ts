import { join } from 'node:path';
import type { Ids } from '#libs/platform/kernel';
import type { Config } from './config.js';
import { HandoverNotes } from './handover-notes.js';
import type { Mailer } from './mailer.js';

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'eventStoreUrl' | 'mongodbUrl'>;

/**
 * Sends through `SMTP_URL`; without one, writes mails to `DATA_DIR/outbox`. Handovers are noted in `DATA_DIR/handovers`, unless both stores
 * are servers: then there may be several processes, and no persistent directory.
 */
export async function openMailer(
  { smtpUrl, mailFrom, dataDir, eventStoreUrl, mongodbUrl }: MailConfig,
  ids: Pick<Ids, 'uuid'>,
): Promise<Mailer> {
  if (smtpUrl !== undefined) {
    const { smtpMailer } = await import('./smtp-mailer.js');
    const isAlone = eventStoreUrl === undefined || mongodbUrl === undefined;
    const notes = isAlone ? HandoverNotes.open(join(dataDir, 'handovers'), ids) : undefined;
    return smtpMailer(smtpUrl, mailFrom, notes);
  }
  const { outboxMailer } = await import('./outbox-mailer.js');
  return outboxMailer(join(dataDir, 'outbox'), mailFrom);
}
