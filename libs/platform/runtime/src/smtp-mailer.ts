import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { HandoverNotes } from './handover-notes.js';
import {
  type Mailer,
  MailRefusedError,
  MailServerAwayError,
  messageIdOf,
  type OutgoingMail,
} from './mailer.js';

/**
 * Longest silence of a server, in milliseconds. So long a server may take to answer a whole mail (RFC 5321, 4.5.3.2.6): who gives up
 * earlier sends again what was taken.
 */
const PATIENCE_MS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 600_000,
};
const CONNECTIONS = 4;

/** Kinds of failure before the first mail: the next one would fare no better. */
const SERVER_AWAY = new Set(['EAUTH', 'EDNS', 'ENOAUTH', 'EOAUTH2', 'EPROXY', 'ETLS']);
/** The service is closing its transmission channel (RFC 5321, 4.2.3). */
const CLOSING = 421;

/** What nodemailer calls the failure of a message's own stream; the error is the one that was thrown there. */
const STREAM_FAILED = 'ESTREAM';

/** What nodemailer is given besides the message, and hands on to {@link smtpMailer}'s plugin. */
interface Offering extends SendMailOptions {
  readonly beforeEnd: () => Promise<void>;
}

interface SmtpError {
  readonly code?: unknown;
  /** The SMTP command that failed; `CONN` before the first. */
  readonly command?: unknown;
  readonly responseCode?: unknown;
}

/**
 * Sends through an SMTP server.
 * @param url `smtp://` or `smtps://`, with credentials and port where needed
 * @param from mailbox of the sender
 * @param notes where it is noted which mails have left this process
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
    // read from once the server wants the message; the line with the dot follows in the same turn of the event loop as its end
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
          // What else waited for the append has its turn first: from the note to the dot there is nothing but the stream's own steps.
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
    keptBack: (id, place) => notes?.place === place && !notes.has(id),
    settled: (id) => notes?.remove(id),
    forget: () => Promise.resolve(),
    close() {
      transport.close();
      return Promise.resolve();
    },
  };
}

/** The message in the form of nodemailer: plain text, everything in it fixed by the mail. */
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

/** A message that does not end before it may. */
async function* heldBack(
  { beforeEnd }: Offering,
  read: () => Readable,
): AsyncGenerator<Buffer, void> {
  yield* read();
  await beforeEnd();
}

/** @param offered whether the server may have the mail, whatever it said */
function failureOf(error: SmtpError, offered: boolean): unknown {
  const { code, command, responseCode } = error;
  if (code === STREAM_FAILED) return error;
  const name = typeof code === 'string' ? code : 'unknown';
  const reply = typeof responseCode === 'number' ? responseCode : undefined;
  const away = reply === CLOSING || command === 'CONN' || SERVER_AWAY.has(name);
  if (away && !offered) return new MailServerAwayError(String(reply ?? name));
  return new MailRefusedError(reply !== undefined && reply >= 500, String(reply ?? name));
}
