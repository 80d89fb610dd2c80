import { createTransport } from 'nodemailer';
import {
  type Mailer,
  MailRefusedError,
  MailServerAwayError,
  messageIdOf,
  type OutgoingMail,
} from './mailer.js';

/** Longest silence of a server, in milliseconds. */
const PATIENCE_MS = { connection: 10_000, greeting: 10_000, dns: 10_000, socket: 60_000 };
const CONNECTIONS = 4;

/** Kinds of failure before the first mail: the next one would fare no better. */
const SERVER_AWAY = new Set(['EAUTH', 'EDNS', 'ENOAUTH', 'EOAUTH2', 'EPROXY', 'ETLS']);
/** The service is closing its transmission channel (RFC 5321, 4.2.3). */
const CLOSING = 421;

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
 */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: PATIENCE_MS.connection,
    greetingTimeout: PATIENCE_MS.greeting,
    dnsTimeout: PATIENCE_MS.dns,
    socketTimeout: PATIENCE_MS.socket,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      try {
        await transport.sendMail(messageOf(mail, from));
      } catch (error) {
        throw failureOf(error as SmtpError);
      }
    },
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

function failureOf({ code, command, responseCode }: SmtpError): Error {
  const name = typeof code === 'string' ? code : 'unknown';
  const reply = typeof responseCode === 'number' ? responseCode : undefined;
  if (reply === CLOSING || command === 'CONN' || SERVER_AWAY.has(name)) {
    return new MailServerAwayError(String(reply ?? name));
  }
  return new MailRefusedError(reply !== undefined && reply >= 500, String(reply ?? name));
}
