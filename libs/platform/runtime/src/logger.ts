import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config, LogLevel } from './config.js';
import { standardOutput } from './standard-output.js';

export type { Logger } from 'pino';

/** Names of fields whose values never reach a log, wherever the first two levels of an entry have them. */
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

/** Without user and password of a connection string, which drivers put into their messages. */
function withoutCredentials(line: string): string {
  return line.replace(/:\/\/[^/@\s"]*@/g, '://***@');
}

/** Only what says where an error comes from: other properties of an error may hold the values that caused it. */
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

/** The name of an error, where that is all that is to be shown of it. */
function shownName(error: unknown): unknown {
  return typeof error === 'string' ? error : shownError(error);
}

/** Where logs go, and how much of them. */
interface LoggerOptions {
  readonly level: LogLevel;
  /** Name of the process or part; default none. */
  readonly name?: string;
  /** Default: stdout. */
  readonly destination?: DestinationStream;
}

/** A logger of one JSON object a line. Fields that hold personal data or credentials are censored, errors are cut to type, message, stack and code. */
export function createLogger({ level, name, destination }: LoggerOptions): Logger {
  return pino(
    {
      level,
      base: name === undefined ? null : { name },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths, censor: '[redacted]' },
      hooks: { streamWrite: withoutCredentials },
      serializers: { err: shownError, error: shownName },
    },
    destination ?? standardOutput,
  );
}

/**
 * Has lines of the log written as `LOG_FORMAT` says: unless it does, for a person where that is who reads them. What makes them readable is
 * loaded only then.
 */
export async function formatLog({ logFormat }: Pick<Config, 'logFormat'>): Promise<void> {
  const { isTTY } = process.stdout;
  if ((logFormat ?? (isTTY ? 'pretty' : 'json')) === 'json') return;
  const { prettyLines } = await import('./pretty-lines.js');
  standardOutput.writeFor(prettyLines({ colors: isTTY && !process.env['NO_COLOR'] }));
}

/**
 * Tells who started the process something, if anybody can be told: as it is where a person reads it, else as a line of the log, whatever
 * `LOG_LEVEL` is.
 */
export function announce(text: string, details: object = {}): void {
  if (standardOutput.isForPeople) standardOutput.write(`${text}\n`);
  else createLogger({ level: 'info' }).info(details, text);
}
