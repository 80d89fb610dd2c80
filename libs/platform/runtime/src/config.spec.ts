import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ConfigError, ENVIRONMENT, exitOnBadConfig, loadConfig } from './config.js';

const KEY = randomBytes(32).toString('base64');

function problemsOf(env: Record<string, string | undefined>): readonly string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('configuration [running.environment]', () => {
  it('has defaults', () => {
    expect(loadConfig({})).toEqual({
      port: 3000,
      requestLogDays: 30,
      retentionYears: 6,
      host: '127.0.0.1',
      projectorPort: 3001,
      dataDir: `${process.cwd()}/data`,
      embedded: true,
      logLevel: 'info',
      mailFrom: 'no-reply@localhost',
      microDepositAttempts: 3,
      microDepositsPerDay: 25,
      idempotencyKeysPerSecond: 200,
      trustedProxies: [],
      streamHeartbeatSeconds: 15,
      readPatienceSeconds: 5,
      parkAfterAttempts: 10,
      stalledReaderSeconds: 30,
      streamCacheMb: 64,
      importPatienceSeconds: 60,
      webhooksPerFirm: 20,
      webhookAllowPrivate: false,
    });
  });

  it('reads every variable [running.environment]', () => {
    const config = loadConfig({
      PORT: '0',
      HOST: '::',
      DATA_DIR: '/var/lib/x',
      EVENTSTORE_URL: 'esdb+discover://u:p@a:2113,b:2113?tls=false',
      MONGODB_URL: 'mongodb://a:27017,b:27017/brokerage?replicaSet=rs',
      PUBLIC_BASE_URL: 'https://api.example.com/broker/',
      LOG_LEVEL: 'silent',
      MICRO_DEPOSIT_ATTEMPTS: '5',
      MICRO_DEPOSITS_PER_DAY: '7',
      WEBHOOKS_PER_FIRM: '3',
      OIDC_ISSUER: 'https://id.example.com/',
      OIDC_JWKS_URL: 'https://id.example.com/keys',
      OIDC_AUDIENCE: 'brokerage',
      OIDC_CONSOLE_CLIENT_ID: 'console',
      OIDC_CONSOLE_SCOPE: 'openid accounts',
      MASTER_KEY: KEY,
      SMTP_URL: 'smtp://u:p@mail:587',
      TRUSTED_PROXY: '10.0.0.0/8, ::1',
      RATE_LIMIT_PER_SECOND: '100',
      IDEMPOTENCY_KEYS_PER_SECOND: '9',
      STREAM_HEARTBEAT_SECONDS: '5',
      READ_PATIENCE_SECONDS: '30',
      IMPORT_PATIENCE_SECONDS: '90',
      PARK_AFTER_ATTEMPTS: '3',
    });
    expect(config).toMatchObject({
      port: 0,
      host: '::',
      dataDir: '/var/lib/x',
      embedded: false,
      publicBaseUrl: 'https://api.example.com/broker',
      logLevel: 'silent',
      microDepositAttempts: 5,
      microDepositsPerDay: 7,
      webhooksPerFirm: 3,
      oidc: {
        issuer: 'https://id.example.com/',
        jwksUrl: 'https://id.example.com/keys',
        audience: 'brokerage',
        console: { clientId: 'console', scope: 'openid accounts' },
      },
      trustedProxies: ['10.0.0.0/8', '::1'],
      rateLimitPerSecond: 100,
      idempotencyKeysPerSecond: 9,
      streamHeartbeatSeconds: 5,
      readPatienceSeconds: 30,
      importPatienceSeconds: 90,
      parkAfterAttempts: 3,
    });
    expect(config.masterKey?.export().toString('base64')).toBe(KEY);
  });

  it('takes an empty variable as unset', () => {
    const empty = Object.fromEntries(ENVIRONMENT.map((name) => [name, '']));
    expect(loadConfig(empty)).toEqual(loadConfig({}));
  });

  it('is the same whatever NODE_ENV says', () => {
    expect(loadConfig({ NODE_ENV: 'production' })).toEqual(loadConfig({ NODE_ENV: 'test' }));
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3e3'],
    ['PORT', ' 80'],
    ['HOST', 'a host'],
    ['HOST', '-x'],
    ['DATA_DIR', ' '],
    ['EVENTSTORE_URL', 'http://a'],
    ['EVENTSTORE_URL', 'esdb://'],
    ['MONGODB_URL', 'mongo://a/b'],
    ['MONGODB_URL', 'mongodb://a'],
    ['MONGODB_URL', 'mongodb://a/'],
    ['MONGODB_URL', 'mongodb:///b'],
    ['MONGODB_URL', 'mongodb://user:secret@a,b:27017/?replicaSet=rs'],
    ['MONGODB_URL', 'mongodb://a?authSource=x/y'],
    ['PUBLIC_BASE_URL', 'ftp://a'],
    ['PUBLIC_BASE_URL', 'https://a/?x=1'],
    ['PUBLIC_BASE_URL', 'https://a/#'],
    ['PUBLIC_BASE_URL', 'https://user:pw@a'],
    ['PUBLIC_BASE_URL', 'nonsense'],
    ['LOG_LEVEL', 'INFO'],
    ['MICRO_DEPOSIT_ATTEMPTS', '0'],
    ['MICRO_DEPOSITS_PER_DAY', '0'],
    ['OIDC_ISSUER', ' '],
    ['OIDC_JWKS_URL', 'http://id.example.com/keys'],
    ['OIDC_AUDIENCE', ' '],
    ['MASTER_KEY', 'c2hvcnQ='],
    ['MASTER_KEY', randomBytes(33).toString('base64')],
    ['MASTER_KEY', randomBytes(32).toString('hex')],
    ['SMTP_URL', 'mail:25'],
    ['SMTP_URL', 'smtp://user:hidden@'],
    ['SMTP_URL', 'smtp://user:hidden@mail:99999'],
    ['SMTP_URL', 'smtp://mail:0'],
    ['STREAM_HEARTBEAT_SECONDS', '61'],
    ['READ_PATIENCE_SECONDS', '0'],
    ['PARK_AFTER_ATTEMPTS', '0'],
    ['RETENTION_YEARS', 'six'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'a@example.com, b@example.com'],
    ['MAIL_FROM', 'Broker <a@example.com>\nBcc: b@example.com'],
    ['TRUSTED_PROXY', 'proxy.example.com'],
    ['TRUSTED_PROXY', '10.0.0.0/33'],
    ['TRUSTED_PROXY', '10.0.0.0/8/8'],
    ['TRUSTED_PROXY', '10.0.0.1,'],
    ['RATE_LIMIT_PER_SECOND', '0'],
  ])('refuses %s=%s in a line that names it', (name, value) => {
    const problems = problemsOf({
      OIDC_ISSUER: 'https://id',
      OIDC_JWKS_URL: 'https://id/keys',
      OIDC_AUDIENCE: 'a',
      MASTER_KEY: KEY,
      [name]: value,
    });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} must be `));
  });

  it('needs a master key with either server', () => {
    expect(problemsOf({ EVENTSTORE_URL: 'esdb://a' })).toEqual([
      'MASTER_KEY is required when EVENTSTORE_URL is set',
    ]);
    expect(problemsOf({ EVENTSTORE_URL: 'esdb://a', MONGODB_URL: 'mongodb://a/b' })).toEqual([
      'MASTER_KEY is required when EVENTSTORE_URL or MONGODB_URL is set',
    ]);
    expect(problemsOf({ MONGODB_URL: 'mongodb://a/b', MASTER_KEY: KEY })).toEqual([]);
  });

  it('needs an issuer with an address for people to sign in at', () => {
    const client = { OIDC_CONSOLE_CLIENT_ID: 'console' };
    const needed = 'OIDC_ISSUER must be a URL when OIDC_CONSOLE_CLIENT_ID is set';
    expect(problemsOf(client)).toEqual([needed]);
    const issuer = { OIDC_JWKS_URL: 'https://id/keys', OIDC_AUDIENCE: 'a' };
    expect(problemsOf({ ...client, ...issuer, OIDC_ISSUER: 'login' })).toEqual([needed]);
    expect(problemsOf({ ...client, ...issuer, OIDC_ISSUER: 'https://id' })).toEqual([]);
  });

  it('takes another master key beside the first one only', () => {
    const other = Buffer.alloc(32, 1).toString('base64');
    expect(problemsOf({ MASTER_KEY_OTHER: other })).toEqual([
      'MASTER_KEY is required when MASTER_KEY_OTHER is set',
    ]);
    expect(problemsOf({ MASTER_KEY: KEY, MASTER_KEY_OTHER: KEY })).toEqual([
      'MASTER_KEY_OTHER must differ from MASTER_KEY',
    ]);
    expect(problemsOf({ MASTER_KEY: KEY, MASTER_KEY_OTHER: 'x' })).toEqual([
      'MASTER_KEY_OTHER must be 32 bytes in Base64 (openssl rand -base64 32)',
    ]);
    const { otherMasterKey } = loadConfig({ MASTER_KEY: KEY, MASTER_KEY_OTHER: other });
    expect(otherMasterKey?.export().toString('base64')).toBe(other);
  });

  it('calls a bad master key bad, not missing', () => {
    expect(problemsOf({ EVENTSTORE_URL: 'esdb://a', MASTER_KEY: 'x' })).toEqual([
      'MASTER_KEY must be 32 bytes in Base64 (openssl rand -base64 32)',
    ]);
  });

  it('wants the OIDC variables together', () => {
    expect(problemsOf({ OIDC_ISSUER: 'https://id' })).toEqual([
      'OIDC_JWKS_URL and OIDC_AUDIENCE are required when another OIDC variable is set',
    ]);
  });

  it('finds every problem at once [running.environment]', () => {
    expect(
      problemsOf({ PORT: 'x', LOG_LEVEL: 'x', MONGODB_URL: 'mongodb://a/b', OIDC_AUDIENCE: 'a' }),
    ).toHaveLength(4);
  });

  it('never repeats a value [running.environment]', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ENVIRONMENT),
        fc.stringMatching(/^[A-Za-z0-9+/=:@]{12,40}$/),
        (name, value) => {
          for (const problem of problemsOf({ [name]: value })) expect(problem).not.toContain(value);
        },
      ),
    );
  });

  it('sends mail from the address given, else from its own host', () => {
    expect(loadConfig({}).mailFrom).toBe('no-reply@localhost');
    const PUBLIC_BASE_URL = 'https://api.example.com/x';
    expect(loadConfig({ PUBLIC_BASE_URL }).mailFrom).toBe('no-reply@api.example.com');
    for (const MAIL_FROM of ['broker@example.com', 'The Broker <broker@example.com>']) {
      expect(loadConfig({ PUBLIC_BASE_URL, MAIL_FROM }).mailFrom).toBe(MAIL_FROM);
    }
  });

  it('exits with one line [running.environment]', () => {
    const written: string[] = [];
    const exited = new Error('exit');
    const exit = (code: number): never => {
      expect(code).toBe(1);
      throw exited;
    };
    expect(() =>
      exitOnBadConfig({
        env: { PORT: 'x', MASTER_KEY: 'hunter2' },
        stderr: { write: (text: string) => written.push(text) } as never,
        exit,
      }),
    ).toThrow(exited);
    expect(written).toHaveLength(1);
    expect(written[0]).toMatch(/^Bad configuration: PORT .*; MASTER_KEY .*\n$/);
    expect(written[0]).not.toContain('hunter2');
  });
});
