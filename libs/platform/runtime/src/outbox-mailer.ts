import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { writeFileAtomically } from './files.js';
import type { Mailer } from './mailer.js';
import { messageOf } from './smtp-mailer.js';

/**
 * Writes mails to `<id>.eml` (mode 0600) instead of sending them. Repeating a mail rewrites nothing, so `offered` is not called.
 * @param directory created if missing, mode 0700
 */
export function outboxMailer(directory: string, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const pathOf = (id: string): string => join(directory, `${id}.eml`);
  return {
    async send(mail) {
      const { message } = await transport.sendMail(messageOf(mail, from));
      await writeFileAtomically(pathOf(mail.id), message as Buffer, { keepExisting: true });
    },
    wasNeverSent: () => false,
    settled: () => undefined,
    forget: (id) => rm(pathOf(id), { force: true }),
    close: () => Promise.resolve(),
  };
}
