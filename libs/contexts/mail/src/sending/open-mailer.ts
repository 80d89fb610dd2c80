import { join } from 'node:path';
import type { Ids } from '#libs/platform/kernel';
import type { Config } from '#libs/platform/runtime';
import type { Mailer } from '../mail.ports.js';
import { HandoverNotes } from './handover-notes.js';

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'eventStoreUrl' | 'mongodbUrl'>;

/**
 * Sends through `SMTP_URL`; without one, writes mails to `DATA_DIR/outbox`. Handovers are noted in `DATA_DIR/handovers`, unless both stores
 * are servers: then there may be several processes, and no persistent directory.
 */
export async function openMailer(
  { smtpUrl, mailFrom, dataDir, eventStoreUrl, mongodbUrl }: MailConfig,
  ids: Pick<Ids, 'uuid'>,
): Promise<Mailer> {
  const { outboxMailer, smtpMailer } = await import('./mailers.js');
  if (smtpUrl === undefined) return outboxMailer(join(dataDir, 'outbox'), mailFrom);
  const isAlone = eventStoreUrl === undefined || mongodbUrl === undefined;
  const notes = isAlone ? HandoverNotes.open(join(dataDir, 'handovers'), ids) : undefined;
  return smtpMailer(smtpUrl, mailFrom, notes);
}
