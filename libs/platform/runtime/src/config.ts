import { resolve } from 'node:path';
import { type CleanedEnv, customCleanEnv } from 'envalid';
import { parseStoreAddress } from '#libs/platform/stores';
import { NamedError } from '#libs/platform/kernel';
import * as valid from './config-validators.js';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const optional = { default: undefined };

/** Settings by their name in {@link Config}: the environment variable and its validator. */
const SETTINGS = {
  /** 0: any free port. */
  port: ['PORT', valid.integer(0, 65_535)({ default: 3000 })],
  /** Port of the projector's health checks; 0: any free port. */
  projectorPort: ['PROJECTOR_PORT', valid.integer(0, 65_535)({ default: 3001 })],
  host: ['HOST', valid.listenHost({ default: '127.0.0.1' })],
  /** Absolute. */
  dataDir: ['DATA_DIR', valid.path({ default: './data' })],
  /** Unset: the embedded event store in `dataDir`. */
  eventStoreUrl: ['EVENTSTORE_URL', valid.connectionString(['esdb', 'esdb+discover'])(optional)],
  /** Unset: the embedded document store in `dataDir`. */
  mongodbUrl: ['MONGODB_URL', valid.databaseUrl(optional)],
  /** `accept`: a MongoDB without a replica set will do. */
  mongodbStandalone: ['MONGODB_STANDALONE', valid.choice(['accept'])(optional)],
  /** Without a trailing slash. */
  publicBaseUrl: ['PUBLIC_BASE_URL', valid.baseUrl(optional)],
  logLevel: ['LOG_LEVEL', valid.choice(LOG_LEVELS)({ default: 'info' })],
  /** Format of log lines. Unset: pretty on a terminal, JSON elsewhere. */
  logFormat: ['LOG_FORMAT', valid.choice(['json', 'pretty'])(optional)],
  /** Trace collector, without `/v1/traces`; unset: no tracing. */
  otlpEndpoint: ['OTEL_EXPORTER_OTLP_ENDPOINT', valid.baseUrl(optional)],
  /** Wrong pairs of micro-deposit amounts before a bank link is cancelled ([bank-link.attempts]). */
  microDepositAttempts: ['MICRO_DEPOSIT_ATTEMPTS', valid.integer(1, 100)({ default: 3 })],
  /** Bank links per account and day that are sent micro-deposits. */
  microDepositsPerDay: ['MICRO_DEPOSITS_PER_DAY', valid.integer(1, 10_000)({ default: 25 })],
  /** Years to keep personal data after the last event on the person's accounts. */
  retentionYears: ['RETENTION_YEARS', valid.integer(0, 100)({ default: 6 })],
  oidcIssuer: ['OIDC_ISSUER', valid.text(optional)],
  oidcJwksUrl: ['OIDC_JWKS_URL', valid.keySetUrl(optional)],
  oidcAudience: ['OIDC_AUDIENCE', valid.text(optional)],
  /** Id of the public client as which the console signs people in at the issuer. Unset: they paste a token. */
  consoleClientId: ['OIDC_CONSOLE_CLIENT_ID', valid.text(optional)],
  /** Scopes that the console asks for, separated by blanks. */
  consoleScope: ['OIDC_CONSOLE_SCOPE', valid.text({ default: 'openid' })],
  /** As configured; {@link loadMasterKeys} returns the keys in use. */
  masterKey: ['MASTER_KEY', valid.key256(optional)],
  /** Decrypts keys but encrypts none, while the master key is being replaced. */
  otherMasterKey: ['MASTER_KEY_OTHER', valid.key256(optional)],
  /** Unset: mails are written to `dataDir`/outbox. */
  smtpUrl: ['SMTP_URL', valid.mailServer(optional)],
  /** Sender of mails: `no-reply@example.com` or `Name <no-reply@example.com>`. */
  mailFrom: ['MAIL_FROM', valid.mailbox(optional)],
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-*` headers are trusted. */
  trustedProxies: ['TRUSTED_PROXY', valid.addressList({ default: [] })],
  /** Maximum number of webhooks per firm, enabled or disabled. */
  webhooksPerFirm: ['WEBHOOKS_PER_FIRM', valid.integer(1, 1_000)({ default: 20 })],
  /** Allows webhooks to private addresses and without https: for tests and closed networks. */
  webhookAllowPrivate: ['WEBHOOK_ALLOW_PRIVATE', valid.boolean({ default: false })],
  /** Seconds between heartbeats on an open event stream. */
  streamHeartbeatSeconds: ['STREAM_HEARTBEAT_SECONDS', valid.integer(1, 60)({ default: 15 })],
  /** Seconds that a read waits for its data to catch up. */
  readPatienceSeconds: ['READ_PATIENCE_SECONDS', valid.integer(1, 300)({ default: 5 })],
  /** Seconds that an import waits for an unavailable store before it fails lines. */
  importPatienceSeconds: ['IMPORT_PATIENCE_SECONDS', valid.integer(1, 300)({ default: 60 })],
  /** Failed attempts before a consumer of the log parks an event. */
  parkAfterAttempts: ['PARK_AFTER_ATTEMPTS', valid.integer(1, 1_000)({ default: 10 })],
  /** Seconds that a client may stop reading a response before it is disconnected. */
  stalledReaderSeconds: ['STALLED_READER_SECONDS', valid.integer(1, 600)({ default: 30 })],
  /** Approximate size of the stream cache, in MiB. */
  streamCacheMb: ['STREAM_CACHE_MB', valid.integer(1, 65_536)({ default: 64 })],
  /** New `Idempotency-Key`s per second and caller. */
  idempotencyKeysPerSecond: [
    'IDEMPOTENCY_KEYS_PER_SECOND',
    valid.integer(1, 1_000_000)({ default: 200 }),
  ],
  /** Days for which the requests of firms are kept; 0: none are. */
  requestLogDays: ['REQUEST_LOG_DAYS', valid.integer(0, 400)({ default: 30 })],
  /** Requests per second and caller; unset: no limit. */
  rateLimitPerSecond: ['RATE_LIMIT_PER_SECOND', valid.integer(1, 1_000_000)(optional)],
} satisfies Readonly<Record<string, readonly [variable: string, spec: unknown]>>;

type Settings = typeof SETTINGS;
type Specs = { [Name in keyof Settings]: Settings[Name][1] };
type Read = CleanedEnv<Specs>;
type Unset = { [Name in keyof Specs]: undefined extends Read[Name] ? Name : never }[keyof Specs];
type Oidc = 'oidcIssuer' | 'oidcJwksUrl' | 'oidcAudience' | 'consoleClientId' | 'consoleScope';

/** An OAuth 2 issuer of accepted tokens ([auth.bearer]). */
export interface OidcConfig {
  readonly issuer: string;
  readonly jwksUrl: string;
  readonly audience: string;
  /** As which public client, and with which scopes, the console signs people in there; undefined if they paste a token. */
  readonly console?: { readonly clientId: string; readonly scope: string };
}

/** The validated environment ([running.environment]). Connection strings may contain passwords: never log them. */
export interface Config
  extends
    Pick<Read, Exclude<keyof Specs, Unset | Oidc>>,
    Partial<Pick<Read, Exclude<Unset, Oidc | 'mailFrom'>>> {
  readonly mailFrom: string;
  readonly oidc?: OidcConfig;
  /** Both stores are embedded. Only then are there demonstration data, a generated master key and a local token issuer. */
  readonly embedded: boolean;
}

/** The environment is invalid. `problems` name variables and expectations, never values. */
export class ConfigError extends NamedError {
  constructor(readonly problems: readonly string[]) {
    super(`Bad configuration: ${problems.join('; ')}`);
  }
}

/** Names of all environment variables that the service reads. */
export const ENVIRONMENT = Object.values(SETTINGS).map(([variable]) => variable);

/**
 * Reads and validates the environment; an empty variable counts as unset.
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
  const { oidcIssuer: issuer, oidcJwksUrl: jwksUrl, oidcAudience: audience, ...others } = read;
  const { consoleClientId: clientId, consoleScope: scope, ...config } = others;
  const console = clientId && { console: { clientId, scope } };
  return {
    ...config,
    dataDir: resolve(config.dataDir),
    embedded: config.eventStoreUrl === undefined && config.mongodbUrl === undefined,
    // Defaults to the host by which callers know the service.
    mailFrom:
      config.mailFrom ?? `no-reply@${new URL(config.publicBaseUrl ?? 'http://localhost').hostname}`,
    ...(issuer && jwksUrl && audience && { oidc: { issuer, jwksUrl, audience, ...console } }),
  };
}

/** Checks combinations of settings. */
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
    problems.push('MASTER_KEY_OTHER must differ from MASTER_KEY');
  }
  const oidc = ['OIDC_ISSUER', 'OIDC_JWKS_URL', 'OIDC_AUDIENCE'];
  const missing = oidc.filter((name) => !isGiven(name));
  if (missing.length > 0 && missing.length < oidc.length) {
    const verb = missing.length === 1 ? 'is' : 'are';
    problems.push(`${missing.join(' and ')} ${verb} required when another OIDC variable is set`);
  }
  if (isGiven('OIDC_CONSOLE_CLIENT_ID') && !URL.canParse(read.oidcIssuer ?? '')) {
    problems.push('OIDC_ISSUER must be a URL when OIDC_CONSOLE_CLIENT_ID is set');
  }
  return problems;
}

/** URL at which this machine reaches what listens on `HOST` and a port. */
export function listeningUrl({ host }: Pick<Config, 'host'>, port: number): string {
  const address = host.includes(':') ? `[${host}]` : host;
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : address;
  return `http://${reachable}:${port}`;
}

/** {@link loadConfig} for a `main`: an invalid environment is reported on stderr, with exit status 1. */
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

/** The parts of a configuration that may be logged: no keys or passwords, and only hosts and user of connection strings. */
export function shownConfig(config: Config) {
  const { eventStoreUrl, mongodbUrl, smtpUrl, masterKey, otherMasterKey, ...plain } = config;
  const where = (url: string | undefined) =>
    url === undefined ? 'embedded' : parseStoreAddress(url);
  return {
    ...plain,
    eventStore: where(eventStoreUrl),
    documentStore: where(mongodbUrl),
    mail: smtpUrl === undefined ? 'files' : parseStoreAddress(smtpUrl),
    masterKeyGiven: masterKey !== undefined,
    otherMasterKeyGiven: otherMasterKey !== undefined,
  };
}
