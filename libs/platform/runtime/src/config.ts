import { createSecretKey, type KeyObject } from 'node:crypto';
import { resolve } from 'node:path';
import { type CleanedEnv, customCleanEnv } from 'envalid';
import * as valid from './config-validators.js';

/** pino's levels. */
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
/** How lines of the log are written: one JSON object each, or for a person. */
const LOG_FORMATS = ['json', 'pretty'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** An OAuth 2 issuer whose tokens are accepted ([auth.bearer]). */
export interface OidcConfig {
  readonly issuer: string;
  readonly jwksUrl: string;
  readonly audience: string;
}

/** The environment, validated ([running.environment]). Connection strings may hold passwords: never logged. */
export interface Config {
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  /** Where the projector answers for its health; 0: any free port. */
  readonly projectorPort: number;
  /** Absolute. */
  readonly dataDir: string;
  /** Unset: the embedded event store in `dataDir`. */
  readonly eventStoreUrl?: string;
  /** Unset: the embedded document store in `dataDir`. */
  readonly mongodbUrl?: string;
  /** Both stores are embedded: only then demonstration data, a generated master key and a local token issuer exist. */
  readonly embedded: boolean;
  /** Without a trailing slash. */
  readonly publicBaseUrl?: string;
  readonly logLevel: LogLevel;
  /** Collector of traces, without `/v1/traces`; unset: nothing is traced. */
  readonly otlpEndpoint?: string;
  /** Unset: pretty on a terminal, JSON anywhere else. */
  readonly logFormat?: LogFormat;
  /** Wrong pairs of micro-deposit amounts until a bank link is cancelled ([bank-link.attempts]). */
  readonly microDepositAttempts: number;
  /** Links of one account whose micro-deposits are sent on one day. */
  readonly microDepositsPerDay: number;
  /** Years that personal data are kept after the last thing that happened on the person's accounts. */
  readonly retentionYears: number;
  readonly oidc?: OidcConfig;
  /** As given; {@link loadMasterKeys} answers those in force. */
  readonly masterKey?: KeyObject;
  /** Opens keys and wraps none, while the master key is being replaced. */
  readonly otherMasterKey?: KeyObject;
  /** Unset: mails are written to `dataDir`/outbox. */
  readonly smtpUrl?: string;
  /** Sender of mails: `no-reply@example.com` or `Name <no-reply@example.com>`. */
  readonly mailFrom: string;
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-*` headers count; none by default. */
  readonly trustedProxies: readonly string[];
  /** Webhooks may lead to private addresses and need no https: for tests and closed networks. */
  readonly webhookAllowPrivate: boolean;
  /** Webhooks, enabled or disabled, that a firm may have. */
  readonly webhooksPerFirm: number;
  /** Seconds between two signs of life of a stream that is open. */
  readonly streamHeartbeatSeconds: number;
  /** Seconds that a read waits at most for what it must not be older than. */
  readonly readPatienceSeconds: number;
  /** Seconds that an import waits while a store is away, before it answers lines with that. */
  readonly importPatienceSeconds: number;
  /** Attempts at an event before a consumer of the log parks it. */
  readonly parkAfterAttempts: number;
  /** Seconds that a reader of an answer may take nothing of it; then it is cut off. */
  readonly stalledReaderSeconds: number;
  /** What a process keeps in memory of streams it has read or written, in MiB. */
  readonly streamCacheMb: number;
  /** Requests a second allowed to one caller; unset: no limit. */
  readonly rateLimitPerSecond?: number;
  /** Uses of an `Idempotency-Key` a second that are kept of one caller. */
  readonly idempotencyKeysPerSecond: number;
}

/** The environment is unusable. `problems` name variables and expectations, never values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly problems: readonly string[]) {
    super(`Bad configuration: ${problems.join('; ')}`);
  }
}

const optional = { default: undefined };

const specs = {
  PORT: valid.integer(0, 65_535)({ default: 3000 }),
  PROJECTOR_PORT: valid.integer(0, 65_535)({ default: 3001 }),
  HOST: valid.listenHost({ default: '127.0.0.1' }),
  DATA_DIR: valid.path({ default: './data' }),
  EVENTSTORE_URL: valid.connectionString(['esdb', 'esdb+discover'])(optional),
  MONGODB_URL: valid.databaseUrl(optional),
  PUBLIC_BASE_URL: valid.baseUrl(optional),
  LOG_LEVEL: valid.choice(LOG_LEVELS)({ default: 'info' }),
  LOG_FORMAT: valid.choice(LOG_FORMATS)(optional),
  OTEL_EXPORTER_OTLP_ENDPOINT: valid.baseUrl(optional),
  MICRO_DEPOSIT_ATTEMPTS: valid.integer(1, 100)({ default: 3 }),
  MICRO_DEPOSITS_PER_DAY: valid.integer(1, 10_000)({ default: 25 }),
  RETENTION_YEARS: valid.integer(0, 100)({ default: 6 }),
  OIDC_ISSUER: valid.text(optional),
  OIDC_JWKS_URL: valid.keySetUrl(optional),
  OIDC_AUDIENCE: valid.text(optional),
  MASTER_KEY: valid.key256(optional),
  MASTER_KEY_OTHER: valid.key256(optional),
  SMTP_URL: valid.mailServer(optional),
  MAIL_FROM: valid.mailbox(optional),
  TRUSTED_PROXY: valid.addressList({ default: [] }),
  WEBHOOKS_PER_FIRM: valid.integer(1, 1_000)({ default: 20 }),
  WEBHOOK_ALLOW_PRIVATE: valid.choice(['true', 'false'])({ default: 'false' }),
  STREAM_HEARTBEAT_SECONDS: valid.integer(1, 60)({ default: 15 }),
  READ_PATIENCE_SECONDS: valid.integer(1, 300)({ default: 5 }),
  IMPORT_PATIENCE_SECONDS: valid.integer(1, 300)({ default: 60 }),
  PARK_AFTER_ATTEMPTS: valid.integer(1, 1_000)({ default: 10 }),
  STALLED_READER_SECONDS: valid.integer(1, 600)({ default: 30 }),
  STREAM_CACHE_MB: valid.integer(1, 65_536)({ default: 64 }),
  IDEMPOTENCY_KEYS_PER_SECOND: valid.integer(1, 1_000_000)({ default: 200 }),
  RATE_LIMIT_PER_SECOND: valid.integer(1, 1_000_000)(optional),
};

/** Names of the environment variables the service reads. */
export const ENVIRONMENT = Object.keys(specs);

/** The variables as given, empty ones left out. */
type Given = Readonly<Partial<Record<string, string>>>;

/**
 * Reads and checks the environment; an empty variable counts as unset.
 * @throws ConfigError with every problem found
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given: Given = Object.fromEntries(
    ENVIRONMENT.flatMap((name) => {
      const value = env[name];
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  const problems: string[] = [];
  const clean = customCleanEnv(given, specs, (cleaned) => cleaned, {
    reporter: ({ errors }) => {
      for (const [name, error] of Object.entries(errors)) problems.push(`${name} ${error.message}`);
    },
  });
  problems.push(...problemsTogether(given, clean));
  if (problems.length > 0) throw new ConfigError(problems);
  return configOf(clean);
}

/** What is wrong with variables that are right one by one. */
function problemsTogether(given: Given, clean: CleanedEnv<typeof specs>): string[] {
  const problems: string[] = [];
  const isGiven = (name: string): boolean => given[name] !== undefined;
  const stores = ['EVENTSTORE_URL', 'MONGODB_URL'].filter(isGiven);
  if (stores.length > 0 && !isGiven('MASTER_KEY')) {
    problems.push(`MASTER_KEY is required when ${stores.join(' or ')} is set`);
  }
  if (isGiven('MASTER_KEY_OTHER') && !isGiven('MASTER_KEY')) {
    problems.push('MASTER_KEY is required when MASTER_KEY_OTHER is set');
  }
  if (clean.MASTER_KEY !== undefined && clean.MASTER_KEY_OTHER?.equals(clean.MASTER_KEY) === true) {
    problems.push('MASTER_KEY_OTHER must be another key than MASTER_KEY');
  }
  const oidc = ['OIDC_ISSUER', 'OIDC_JWKS_URL', 'OIDC_AUDIENCE'];
  const missing = oidc.filter((name) => !isGiven(name));
  if (missing.length > 0 && missing.length < oidc.length) {
    const verb = missing.length === 1 ? 'is' : 'are';
    problems.push(`${missing.join(' and ')} ${verb} required when another OIDC variable is set`);
  }
  return problems;
}

function configOf(clean: CleanedEnv<typeof specs>): Config {
  return {
    port: clean.PORT,
    host: clean.HOST,
    projectorPort: clean.PROJECTOR_PORT,
    dataDir: resolve(clean.DATA_DIR),
    embedded: clean.EVENTSTORE_URL === undefined && clean.MONGODB_URL === undefined,
    logLevel: clean.LOG_LEVEL as LogLevel,
    microDepositAttempts: clean.MICRO_DEPOSIT_ATTEMPTS,
    microDepositsPerDay: clean.MICRO_DEPOSITS_PER_DAY,
    retentionYears: clean.RETENTION_YEARS,
    idempotencyKeysPerSecond: clean.IDEMPOTENCY_KEYS_PER_SECOND,
    trustedProxies: clean.TRUSTED_PROXY,
    streamHeartbeatSeconds: clean.STREAM_HEARTBEAT_SECONDS,
    readPatienceSeconds: clean.READ_PATIENCE_SECONDS,
    importPatienceSeconds: clean.IMPORT_PATIENCE_SECONDS,
    parkAfterAttempts: clean.PARK_AFTER_ATTEMPTS,
    stalledReaderSeconds: clean.STALLED_READER_SECONDS,
    streamCacheMb: clean.STREAM_CACHE_MB,
    webhooksPerFirm: clean.WEBHOOKS_PER_FIRM,
    webhookAllowPrivate: clean.WEBHOOK_ALLOW_PRIVATE === 'true',
    mailFrom: clean.MAIL_FROM ?? `no-reply@${hostOf(clean.PUBLIC_BASE_URL)}`,
    ...(clean.LOG_FORMAT !== undefined && { logFormat: clean.LOG_FORMAT as LogFormat }),
    ...(clean.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined && {
      otlpEndpoint: clean.OTEL_EXPORTER_OTLP_ENDPOINT,
    }),
    ...(clean.EVENTSTORE_URL !== undefined && { eventStoreUrl: clean.EVENTSTORE_URL }),
    ...(clean.MONGODB_URL !== undefined && { mongodbUrl: clean.MONGODB_URL }),
    ...(clean.PUBLIC_BASE_URL !== undefined && { publicBaseUrl: clean.PUBLIC_BASE_URL }),
    ...(clean.OIDC_ISSUER !== undefined &&
      clean.OIDC_JWKS_URL !== undefined &&
      clean.OIDC_AUDIENCE !== undefined && {
        oidc: {
          issuer: clean.OIDC_ISSUER,
          jwksUrl: clean.OIDC_JWKS_URL,
          audience: clean.OIDC_AUDIENCE,
        },
      }),
    ...(clean.MASTER_KEY !== undefined && { masterKey: createSecretKey(clean.MASTER_KEY) }),
    ...(clean.MASTER_KEY_OTHER !== undefined && {
      otherMasterKey: createSecretKey(clean.MASTER_KEY_OTHER),
    }),
    ...(clean.SMTP_URL !== undefined && { smtpUrl: clean.SMTP_URL }),
    ...(clean.RATE_LIMIT_PER_SECOND !== undefined && {
      rateLimitPerSecond: clean.RATE_LIMIT_PER_SECOND,
    }),
  };
}

/** Mail comes from the host that callers know the service by. */
function hostOf(publicBaseUrl: string | undefined): string {
  return publicBaseUrl === undefined ? 'localhost' : new URL(publicBaseUrl).hostname;
}

/** Ways out of a process, replaceable in tests. */
export interface ProcessExit {
  readonly stderr: { write(text: string): unknown };
  readonly exit: (code: number) => never;
}

/** {@link loadConfig} for a `main`: on a bad environment one line on stderr and exit status 1. */
export function exitOnBadConfig(
  env: Readonly<Record<string, string | undefined>> = process.env,
  out: ProcessExit = { stderr: process.stderr, exit: (code) => process.exit(code) },
): Config {
  try {
    return loadConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    out.stderr.write(`${error.message}\n`);
    return out.exit(1);
  }
}
