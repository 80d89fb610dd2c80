import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Ids } from '#libs/platform/kernel';
import { type Config, writeFileAtomically } from '#libs/platform/runtime';
import {
  type Mailer,
  MailRefusedError,
  MailServerUnavailableError,
  type OutgoingMail,
} from '../mail.ports.js';
import { HandoverNotes } from './handover-notes.js';

/** Timeouts in ms. A server may take 10 minutes to confirm a mail (RFC 5321, 4.5.3.2.6): giving up earlier would send duplicates. */
const PATIENCE_MS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 600_000,
};
const CONNECTIONS = 4;

/** Failures that concern every mail, not just this one. */
const SERVER_AWAY = new Set(['EAUTH', 'EDNS', 'ENOAUTH', 'EOAUTH2', 'EPROXY', 'ETLS']);
/** The service is closing its transmission channel (RFC 5321, 4.2.3). */
const CLOSING = 421;

/** nodemailer's code for a failure of the message stream; the error is the one thrown there. */
const STREAM_FAILED = 'ESTREAM';

/** Message with a hook for the stream plugin of {@link smtpMailer}. */
interface Offering extends SendMailOptions {
  readonly beforeEnd: () => Promise<void>;
}

interface SmtpError {
  readonly code?: unknown;
  /** The SMTP command that failed; `CONN` before the first one. */
  readonly command?: unknown;
  readonly responseCode?: unknown;
}

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'eventStoreUrl' | 'mongodbUrl'>;

/**
 * Sends through `SMTP_URL`; without one, writes mails to `DATA_DIR/outbox`. Handovers are noted in `DATA_DIR/handovers`, unless both stores
 * are servers: then there may be several processes, and no persistent directory.
 */
export function openMailer(
  { smtpUrl, mailFrom, dataDir, eventStoreUrl, mongodbUrl }: MailConfig,
  ids: Pick<Ids, 'uuid'>,
): Mailer {
  if (smtpUrl === undefined) return outboxMailer(join(dataDir, 'outbox'), mailFrom);
  const isAlone = eventStoreUrl === undefined || mongodbUrl === undefined;
  const notes = isAlone ? HandoverNotes.open(join(dataDir, 'handovers'), ids) : undefined;
  return smtpMailer(smtpUrl, mailFrom, notes);
}

/**
 * Sends mails through an SMTP server.
 * @param url `smtp://` or `smtps://`, optionally with credentials and port
 * @param from mailbox of the sender
 * @param notes records which mails have left this process
 */
export function smtpMailer(url: string, from: string, notes?: HandoverNotes): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    ...PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transport.use('stream', ({ data, message }, done) => {
    const read = message.createReadStream.bind(message);
    // Read once the server is ready for the message; the final dot is sent in the same turn of the event loop as its end.
    message.createReadStream = () => Readable.from(heldBack(data as Offering, read));
    done();
  });
  return {
    async send(mail, offered) {
      const offer = { begun: false };
      const message: Offering = {
        ...messageOf(mail, from),
        beforeEnd: async () => {
          offer.begun = true;
          await offered(notes?.place ?? null);
          if (!notes) return;
          // Yields to other waiters of the append first, so that only the stream's own steps lie between the note and the dot.
          await nextTurn();
          notes.note(mail.id);
        },
      };
      try {
        await transport.sendMail(message);
      } catch (error) {
        throw failureOf(error as SmtpError, offer.begun);
      }
    },
    wasNeverSent: (id, place) => notes?.place === place && !notes.has(id),
    settled: (id) => notes?.remove(id),
    forget: () => Promise.resolve(),
    close() {
      transport.close();
      return Promise.resolve();
    },
  };
}

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

/** Converts a mail to nodemailer's format: plain text, deterministic. */
export function messageOf({ id, to, subject, text, date }: OutgoingMail, from: string) {
  return {
    messageId: messageIdOf(id, from),
    date: new Date(date),
    from,
    to: { name: '', address: to },
    subject,
    text,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

/** Yields the message, and waits for `beforeEnd` before it ends. */
async function* heldBack(
  { beforeEnd }: Offering,
  read: () => Readable,
): AsyncGenerator<Buffer, void> {
  yield* read();
  await beforeEnd();
}

/** @param offered whether the server may have accepted the mail, whatever it replied */
function failureOf(error: SmtpError, offered: boolean): unknown {
  const { code, command, responseCode } = error;
  if (code === STREAM_FAILED) return error;
  const name = typeof code === 'string' ? code : 'unknown';
  const reply = typeof responseCode === 'number' ? responseCode : undefined;
  const away = reply === CLOSING || command === 'CONN' || SERVER_AWAY.has(name);
  if (away && !offered) return new MailServerUnavailableError(String(reply ?? name));
  return new MailRefusedError(reply !== undefined && reply >= 500, String(reply ?? name));
}

export function messageIdOf(mailId: string, from: string): string {
  return `<${mailId}@${/@([^@>\s]+)>?$/.exec(from)?.[1] ?? 'localhost'}>`;
}
