import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { writeFileAtomically } from './files.js';
import type { Mailer } from './mailer.js';
import { messageOf } from './smtp-mailer.js';

/**
 * Writes mails as `<id>.eml` instead of sending them: the same mail again is the same file, so none is offered first.
 * @param directory created when missing, mode 0700; files have mode 0600
 */
export function outboxMailer(directory: string, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const pathOf = (id: string): string => join(directory, `${id}.eml`);
  return {
    async send(mail) {
      const { message } = await transport.sendMail(messageOf(mail, from));
      await writeFileAtomically(pathOf(mail.id), message as Buffer, { keepExisting: true });
    },
    keptBack: () => false,
    settled: () => undefined,
    forget: (id) => rm(pathOf(id), { force: true }),
    close: () => Promise.resolve(),
  };
}
