import { timestampOf } from '#libs/platform/kernel';
import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config, LogLevel } from './config.js';
import { standardOutput } from './standard-output.js';

export type { Logger } from 'pino';

/** Names of fields that are redacted at the first three levels of a log entry. */
const REDACTED = [
  'authorization',
  'cookie',
  'ssn',
  'SSN',
  'tid',
  'firmTaxId',
  'bankAccountNumber',
  'routingNumber',
  'dateOfBirth',
  'signature',
  'signatureData',
  'sharedSecret',
  'masterKey',
  'otherMasterKey',
  'password',
  'secret',
  'token',
  'tokens',
  'body',
];

const paths = [
  ...REDACTED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  ...['req', 'res', 'request', 'response'].flatMap((place) => [
    `${place}.headers["set-cookie"]`,
    `${place}.headers["proxy-authorization"]`,
  ]),
];

/** Removes user and password from connection strings, which drivers put into their messages. */
function withoutCredentials(line: string): string {
  // few lines have a URL, and looking for one takes a tenth of the time
  return line.includes('://') ? line.replace(/:\/\/[^/@\s"]*@/g, '://***@') : line;
}

/** Keeps what locates an error; its other properties may contain the values that caused it. */
function shownError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as NodeJS.ErrnoException;
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(error.cause !== undefined && { cause: shownError(error.cause) }),
  };
}

/** Keeps a string as it is: the name of an error. */
function shownName(error: unknown): unknown {
  return typeof error === 'string' ? error : shownError(error);
}

interface LoggerOptions {
  readonly level: LogLevel;
  /** Name of the process or component; default none. */
  readonly name?: string;
  /** Default: stdout. */
  readonly destination?: DestinationStream;
}

/** Creates a logger that writes one JSON object per line. Personal data and credentials are redacted, errors reduced to the essentials. */
export function createLogger({ level, name, destination }: LoggerOptions): Logger {
  return pino(
    {
      level,
      base: name === undefined ? null : { name },
      timestamp: () => `,"time":"${timestampOf(Date.now())}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths, censor: '[redacted]' },
      hooks: { streamWrite: withoutCredentials },
      serializers: { err: shownError, error: shownName },
    },
    destination ?? standardOutput,
  );
}

/** Applies `LOG_FORMAT`; by default, log lines are pretty on a terminal. pino-pretty is loaded only if needed. */
export async function formatLog({ logFormat }: Pick<Config, 'logFormat'>): Promise<void> {
  const { isTTY } = process.stdout;
  if ((logFormat ?? (isTTY ? 'pretty' : 'json')) === 'json') return;
  const { prettyLines } = await import('./pretty-lines.js');
  standardOutput.writeFor(prettyLines({ colors: isTTY && !process.env['NO_COLOR'] }));
}

/** Prints a message for whoever started the process: plain text in the pretty format, otherwise a log line whatever `LOG_LEVEL` is. */
export function announce(text: string, details: object = {}): void {
  if (standardOutput.isForPeople) standardOutput.write(`${text}\n`);
  else createLogger({ level: 'info' }).info(details, text);
}
