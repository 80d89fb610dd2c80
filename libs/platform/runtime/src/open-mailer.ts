import { join } from 'node:path';
import type { Config } from './config.js';
import type { Mailer } from './mailer.js';

/** Sends through `SMTP_URL`; without one, mails become files in `DATA_DIR/outbox` (decisions §11). */
export async function openMailer({
  smtpUrl,
  mailFrom,
  dataDir,
}: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>): Promise<Mailer> {
  if (smtpUrl !== undefined) {
    const { smtpMailer } = await import('./smtp-mailer.js');
    return smtpMailer(smtpUrl, mailFrom);
  }
  const { outboxMailer } = await import('./outbox-mailer.js');
  return outboxMailer(join(dataDir, 'outbox'), mailFrom);
}
