import { resolve } from 'node:path';
import { type CleanedEnv, customCleanEnv } from 'envalid';
import { placeOf } from '#libs/platform/stores';
import { NamedError } from '#libs/platform/kernel';
import * as valid from './config-validators.js';

/** How much is logged: pino's levels. */
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const optional = { default: undefined };

/** The settings by their names in {@link Config}: the variable each is read from, and what may stand there. */
const SETTINGS = {
  /** 0: any free port. */
  port: ['PORT', valid.integer(0, 65_535)({ default: 3000 })],
  /** Where the projector answers for its health; 0: any free port. */
  projectorPort: ['PROJECTOR_PORT', valid.integer(0, 65_535)({ default: 3001 })],
  host: ['HOST', valid.listenHost({ default: '127.0.0.1' })],
  /** Absolute. */
  dataDir: ['DATA_DIR', valid.path({ default: './data' })],
  /** Unset: the embedded event store in `dataDir`. */
  eventStoreUrl: ['EVENTSTORE_URL', valid.connectionString(['esdb', 'esdb+discover'])(optional)],
  /** Unset: the embedded document store in `dataDir`. */
  mongodbUrl: ['MONGODB_URL', valid.databaseUrl(optional)],
  /** Without a trailing slash. */
  publicBaseUrl: ['PUBLIC_BASE_URL', valid.baseUrl(optional)],
  logLevel: ['LOG_LEVEL', valid.choice(LOG_LEVELS)({ default: 'info' })],
  /** How lines of the log are written: one JSON object each, or for a person. Unset: pretty on a terminal, JSON anywhere else. */
  logFormat: ['LOG_FORMAT', valid.choice(['json', 'pretty'])(optional)],
  /** Collector of traces, without `/v1/traces`; unset: nothing is traced. */
  otlpEndpoint: ['OTEL_EXPORTER_OTLP_ENDPOINT', valid.baseUrl(optional)],
  /** Wrong pairs of micro-deposit amounts until a bank link is cancelled ([bank-link.attempts]). */
  microDepositAttempts: ['MICRO_DEPOSIT_ATTEMPTS', valid.integer(1, 100)({ default: 3 })],
  /** Links of one account whose micro-deposits are sent on one day. */
  microDepositsPerDay: ['MICRO_DEPOSITS_PER_DAY', valid.integer(1, 10_000)({ default: 25 })],
  /** Years that personal data are kept after the last thing that happened on the person's accounts. */
  retentionYears: ['RETENTION_YEARS', valid.integer(0, 100)({ default: 6 })],
  oidcIssuer: ['OIDC_ISSUER', valid.text(optional)],
  oidcJwksUrl: ['OIDC_JWKS_URL', valid.keySetUrl(optional)],
  oidcAudience: ['OIDC_AUDIENCE', valid.text(optional)],
  /** As given; {@link loadMasterKeys} answers those in force. */
  masterKey: ['MASTER_KEY', valid.key256(optional)],
  /** Opens keys and wraps none, while the master key is being replaced. */
  otherMasterKey: ['MASTER_KEY_OTHER', valid.key256(optional)],
  /** Unset: mails are written to `dataDir`/outbox. */
  smtpUrl: ['SMTP_URL', valid.mailServer(optional)],
  /** Sender of mails: `no-reply@example.com` or `Name <no-reply@example.com>`. */
  mailFrom: ['MAIL_FROM', valid.mailbox(optional)],
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-*` headers count; none by default. */
  trustedProxies: ['TRUSTED_PROXY', valid.addressList({ default: [] })],
  /** Webhooks, enabled or disabled, that a firm may have. */
  webhooksPerFirm: ['WEBHOOKS_PER_FIRM', valid.integer(1, 1_000)({ default: 20 })],
  /** Webhooks may lead to private addresses and need no https: for tests and closed networks. */
  webhookAllowPrivate: ['WEBHOOK_ALLOW_PRIVATE', valid.truth({ default: false })],
  /** Seconds between two signs of life of a stream that is open. */
  streamHeartbeatSeconds: ['STREAM_HEARTBEAT_SECONDS', valid.integer(1, 60)({ default: 15 })],
  /** Seconds that a read waits at most for what it must not be older than. */
  readPatienceSeconds: ['READ_PATIENCE_SECONDS', valid.integer(1, 300)({ default: 5 })],
  /** Seconds that an import waits while a store is away, before it answers lines with that. */
  importPatienceSeconds: ['IMPORT_PATIENCE_SECONDS', valid.integer(1, 300)({ default: 60 })],
  /** Attempts at an event before a consumer of the log parks it. */
  parkAfterAttempts: ['PARK_AFTER_ATTEMPTS', valid.integer(1, 1_000)({ default: 10 })],
  /** Seconds that a reader of an answer may take nothing of it; then it is cut off. */
  stalledReaderSeconds: ['STALLED_READER_SECONDS', valid.integer(1, 600)({ default: 30 })],
  /** What a process keeps in memory of streams it has read or written, in MiB. */
  streamCacheMb: ['STREAM_CACHE_MB', valid.integer(1, 65_536)({ default: 64 })],
  /** Uses of an `Idempotency-Key` a second that are kept of one caller. */
  idempotencyKeysPerSecond: [
    'IDEMPOTENCY_KEYS_PER_SECOND',
    valid.integer(1, 1_000_000)({ default: 200 }),
  ],
  /** Requests a second allowed to one caller; unset: no limit. */
  rateLimitPerSecond: ['RATE_LIMIT_PER_SECOND', valid.integer(1, 1_000_000)(optional)],
} satisfies Readonly<Record<string, readonly [variable: string, spec: unknown]>>;

type Settings = typeof SETTINGS;
type Specs = { [Name in keyof Settings]: Settings[Name][1] };
type Read = CleanedEnv<Specs>;
type Unset = { [Name in keyof Specs]: undefined extends Read[Name] ? Name : never }[keyof Specs];
type Oidc = 'oidcIssuer' | 'oidcJwksUrl' | 'oidcAudience';

/** An OAuth 2 issuer whose tokens are accepted ([auth.bearer]). */
export interface OidcConfig {
  readonly issuer: string;
  readonly jwksUrl: string;
  readonly audience: string;
}

/** The environment, validated ([running.environment]). Connection strings may hold passwords: never logged. */
export interface Config
  extends
    Pick<Read, Exclude<keyof Specs, Unset>>,
    Partial<Pick<Read, Exclude<Unset, Oidc | 'mailFrom'>>> {
  readonly mailFrom: string;
  readonly oidc?: OidcConfig;
  /** Both stores are embedded: only then demonstration data, a generated master key and a local token issuer exist. */
  readonly embedded: boolean;
}

/** The environment is unusable. `problems` name variables and expectations, never values. */
export class ConfigError extends NamedError {
  constructor(readonly problems: readonly string[]) {
    super(`Bad configuration: ${problems.join('; ')}`);
  }
}

/** Names of the environment variables the service reads. */
export const ENVIRONMENT = Object.values(SETTINGS).map(([variable]) => variable);

/**
 * Reads and checks the environment; an empty variable counts as unset.
 * @throws ConfigError with every problem found
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const isGiven = (variable: string): boolean => Boolean(env[variable]);
  const settings = Object.entries(SETTINGS) as [keyof Settings, Settings[keyof Settings]][];
  const given = settings.flatMap(([name, [variable]]) =>
    isGiven(variable) ? [[name, env[variable]]] : [],
  );
  const specs = Object.fromEntries(settings.map(([name, [, spec]]) => [name, spec])) as Specs;
  const problems: string[] = [];
  const read = customCleanEnv(Object.fromEntries(given), specs, (cleaned) => cleaned, {
    reporter: ({ errors }) => {
      for (const [name, [variable]] of settings) {
        const error = errors[name];
        if (error) problems.push(`${variable} ${error.message}`);
      }
    },
  });
  problems.push(...problemsTogether(isGiven, read));
  if (problems.length > 0) throw new ConfigError(problems);
  const { oidcIssuer: issuer, oidcJwksUrl: jwksUrl, oidcAudience: audience, ...config } = read;
  return {
    ...config,
    dataDir: resolve(config.dataDir),
    embedded: config.eventStoreUrl === undefined && config.mongodbUrl === undefined,
    // Mail comes from the host that callers know the service by.
    mailFrom:
      config.mailFrom ?? `no-reply@${new URL(config.publicBaseUrl ?? 'http://localhost').hostname}`,
    ...(issuer && jwksUrl && audience && { oidc: { issuer, jwksUrl, audience } }),
  };
}

/** What is wrong with variables that are right one by one. */
function problemsTogether(isGiven: (variable: string) => boolean, read: Read): string[] {
  const problems: string[] = [];
  const stores = ['EVENTSTORE_URL', 'MONGODB_URL'].filter(isGiven);
  if (stores.length > 0 && !isGiven('MASTER_KEY')) {
    problems.push(`MASTER_KEY is required when ${stores.join(' or ')} is set`);
  }
  if (isGiven('MASTER_KEY_OTHER') && !isGiven('MASTER_KEY')) {
    problems.push('MASTER_KEY is required when MASTER_KEY_OTHER is set');
  }
  if (read.masterKey && read.otherMasterKey?.equals(read.masterKey) === true) {
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

/** Where what listens on `HOST` and a port can be reached from this machine. */
export function listeningUrl({ host }: Pick<Config, 'host'>, port: number): string {
  const written = host.includes(':') ? `[${host}]` : host;
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : written;
  return `http://${reachable}:${port}`;
}

/** {@link loadConfig} for a `main`: on a bad environment one line on stderr and exit status 1. */
export function exitOnBadConfig(
  program: Pick<NodeJS.Process, 'env' | 'stderr' | 'exit'> = process,
): Config {
  try {
    return loadConfig(program.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    program.stderr.write(`${error.message}\n`);
    return program.exit(1);
  }
}

/** What of a configuration a log may hold: no key, no password, and of connection strings the hosts and the user. */
export function shownConfig(config: Config) {
  const { eventStoreUrl, mongodbUrl, smtpUrl, masterKey, otherMasterKey, ...plain } = config;
  const where = (url: string | undefined) => (url === undefined ? 'embedded' : placeOf(url));
  return {
    ...plain,
    eventStore: where(eventStoreUrl),
    documentStore: where(mongodbUrl),
    mail: smtpUrl === undefined ? 'files' : placeOf(smtpUrl),
    masterKeyGiven: masterKey !== undefined,
    otherMasterKeyGiven: otherMasterKey !== undefined,
  };
}
