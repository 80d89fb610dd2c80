import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openEventStore } from '#libs/platform/event-store';
import {
  type Credentials,
  credentialsPath,
  LocalIssuer,
  readCredentials,
  type TokenClaims,
  verifyToken,
  writeCredentials,
} from '#libs/platform/identity';
import { type KeyStore, loadConfig, loadMasterKeys, openKeyStore } from '#libs/platform/runtime';
import { ops } from '../../../test/support/ops-process.js';

const DAY = 86_400;
const OIDC = {
  OIDC_ISSUER: 'https://issuer.example',
  OIDC_JWKS_URL: 'https://issuer.example/keys',
  OIDC_AUDIENCE: 'brokerage',
};
const SERVERS = {
  EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false',
  MONGODB_URL: 'mongodb://127.0.0.1:1/brokerage',
  MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
};

describe('the command line, beside a process that has the key store open', () => {
  let dataDir: string;
  let empty: string;
  let keys: KeyStore;
  let issuer: LocalIssuer;
  const old: Credentials = {
    baseUrl: 'http://127.0.0.1:3000',
    firmId: '77',
    apiKey: 'key',
    sharedSecret: 'shared',
    apiLoginId: 'some.api',
    billingPlans: { A: '1', B: '2', P: '3' },
    rtgOid: '4',
    offerOid: '5',
    tokens: { client: 'old', backoffice: 'old', operator: 'old', auditor: 'old' },
  };

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'ops-'));
    empty = await mkdtemp(join(tmpdir(), 'ops-'));
    const config = loadConfig({ DATA_DIR: dataDir });
    keys = await openKeyStore(config, await loadMasterKeys(config));
    issuer = await LocalIssuer.over(keys);
    await writeCredentials(dataDir, old);
    const log = await openEventStore({ directory: join(dataDir, 'events') });
    for (const [firmId, type] of [
      ['77', 'firm.FirmDefined.v1'],
      ['78', 'firm.CorporateFirmCreated.v1'],
    ] as const) {
      const event = { id: randomUUID(), type, data: { firmId }, metadata: {} };
      await log.append(`firm-${firmId}`, 'no_stream', [event]);
    }
    await log.close();
  });
  afterAll(async () => {
    await keys.close();
    await rm(dataDir, { recursive: true });
    await rm(empty, { recursive: true });
  });

  const claimsOf = async (token: string): Promise<TokenClaims> =>
    (await verifyToken(token.trim(), issuer, Date.now()))!;
  const expectDays = ({ expires }: TokenClaims, days: number): void => {
    const seconds = expires - Date.now() / 1000;
    expect(seconds).toBeGreaterThan(days * DAY - 60);
    expect(seconds).toBeLessThanOrEqual(days * DAY);
  };

  describe('tokens issue', () => {
    it('prints the token alone', async () => {
      const { status, stdout, stderr } = await ops(dataDir, ['tokens', 'issue', '--role=auditor']);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
      const claims = await claimsOf(stdout);
      expect(claims).toEqual({
        subject: 'ops.auditor',
        roles: ['auditor'],
        expires: claims.expires,
      });
      expectDays(claims, 30);
    });

    it('takes the directory of the service as an option', async () => {
      const args = ['tokens', 'issue', '--role=auditor', '--data-dir', dataDir];
      const { status, stdout } = await ops(empty, args);
      expect(status).toBe(0);
      expect(await claimsOf(stdout)).toMatchObject({ subject: 'ops.auditor' });
    });

    it('puts firm, login, subject and days into it, and shows its end as JSON', async () => {
      const words = ['--role', 'client', '--firm', '77', '--login', 'jdoe', '--subject', 'Jo'];
      const args = ['tokens', 'issue', ...words, '--days', '2', '--json'];
      const { status, stdout } = await ops(dataDir, args);
      expect(status).toBe(0);
      const { token, validUntil } = JSON.parse(stdout) as { token: string; validUntil: string };
      const claims = await claimsOf(token);
      expect(claims).toEqual({
        subject: 'Jo',
        roles: ['client'],
        firmId: '77',
        login: 'jdoe',
        expires: Date.parse(validUntil) / 1000,
      });
      expectDays(claims, 2);
    });

    it.each([
      ['that does not exist', '79'],
      ['of a client, which is no advisor', '78'],
      ['under an id that is none', 'F 1'],
    ])('refuses a firm %s', async (_what, firm) => {
      const args = ['tokens', 'issue', '--role=client', '--login=jdoe', '--firm', firm];
      const { status, stdout, stderr } = await ops(dataDir, args);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toBe(`There is no institutional firm ${firm}.\n`);
    });

    it('works with an OIDC issuer as long as the stores are embedded', async () => {
      const { status } = await ops(dataDir, ['tokens', 'issue', '--role', 'operator'], OIDC);
      expect(status).toBe(0);
    });
  });

  describe('tokens renew', () => {
    it('replaces the four tokens and nothing else', async () => {
      const { status, stdout } = await ops(dataDir, ['tokens', 'renew', '--json']);
      expect(status).toBe(0);
      const shown = JSON.parse(stdout) as { credentials: string; validUntil: string };
      expect(shown.credentials).toBe(credentialsPath(dataDir));
      const { tokens, ...rest } = (await readCredentials(dataDir))!;
      expect({ ...rest, tokens: old.tokens }).toEqual(old);
      expect((await stat(credentialsPath(dataDir))).mode & 0o777).toBe(0o600);

      for (const role of ['client', 'backoffice', 'operator', 'auditor'] as const) {
        const claims = await claimsOf(tokens[role]);
        expect(claims).toEqual({
          subject: `demo.${role}`,
          roles: [role],
          expires: claims.expires,
          ...(role === 'client' && { firmId: '77', login: 'some.api' }),
        });
        expectDays(claims, 30);
      }
      expect(Date.parse(shown.validUntil) / 1000).toBe((await claimsOf(tokens.client)).expires);
    });

    it('says until when they are valid, and shows none', async () => {
      const { status, stdout } = await ops(dataDir, ['tokens', 'renew']);
      expect(status).toBe(0);
      expect(stdout).toMatch(/credentials\.json: .* valid until \d{4}-\d\d-\d\dT[\d:.]+Z\n$/);
      expect(stdout).not.toContain('eyJ');
    });

    it('names the file that the disk has no space for, and leaves it as it was', async () => {
      const before = await readFile(credentialsPath(dataDir), 'utf8');
      const command = [process.execPath, 'dist/bin/ops.js', 'tokens', 'renew'];
      const env = { PATH: process.env['PATH'], DATA_DIR: dataDir };
      // a limited size of files is reported like a full disk, with another error number
      const renewing = promisify(execFile)('prlimit', ['--fsize=100:unlimited', ...command], {
        env,
      });
      await expect(renewing).rejects.toMatchObject({
        ...{ code: 2, stdout: '' },
        stderr: `EFBIG: file too large, write '${credentialsPath(dataDir)}'\n`,
      });
      expect(await readFile(credentialsPath(dataDir), 'utf8')).toBe(before);
    });
  });

  describe('refuses', () => {
    it.each([['renew'], ['issue', '--role=operator']])(
      'tokens %s where no service was started, and leaves nothing there',
      async (...args) => {
        const { status, stdout, stderr } = await ops(empty, ['tokens', ...args]);
        expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
        expect(stderr).toContain('start the service first');
        expect(await readdir(empty)).toEqual([]);
      },
    );

    it('where nobody can tell whether there is a key store, as without rights', async () => {
      const other = await mkdtemp(join(tmpdir(), 'ops-'));
      try {
        const keysOf = join(other, 'keys');
        await symlink(keysOf, keysOf);
        const { status, stderr } = await ops(other, ['tokens', 'issue', '--role=operator']);
        expect([status, stderr]).toEqual([2, `${keysOf} can't be read (ELOOP).\n`]);
      } finally {
        await rm(other, { recursive: true });
      }
    });

    it('where the master key is missing, instead of making another', async () => {
      const other = await mkdtemp(join(tmpdir(), 'ops-'));
      try {
        const config = loadConfig({ DATA_DIR: other, MASTER_KEY: SERVERS.MASTER_KEY });
        const table = await openKeyStore(config, await loadMasterKeys(config));
        await table.close();
        const { status, stderr } = await ops(other, ['tokens', 'issue', '--role=operator']);
        expect(status).toBe(2);
        expect(stderr).toContain('set MASTER_KEY');
        expect(await readdir(other)).toEqual(['keys']);
      } finally {
        await rm(other, { recursive: true });
      }
    });

    it('another master key than that of the key store', async () => {
      const env = { MASTER_KEY: SERVERS.MASTER_KEY };
      const { status, stderr } = await ops(dataDir, ['tokens', 'issue', '--role=operator'], env);
      expect(status).toBe(2);
      expect(stderr).toContain('MASTER_KEY does not open the key store');
    });

    it('an OIDC issuer beside servers: their tokens are the only ones accepted', async () => {
      const env = { ...SERVERS, ...OIDC };
      const args = ['tokens', 'issue', '--role=operator', '--json'];
      const { status, stdout, stderr } = await ops(dataDir, args, env);
      expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
      expect((JSON.parse(stderr) as { error: string }).error).toContain('https://issuer.example');
    });

    it('renewal beside servers, until the demonstration firm has been made', async () => {
      const { status, stderr } = await ops(empty, ['tokens', 'renew'], SERVERS);
      expect(status).toBe(2);
      expect(stderr).toContain('credentials.json: run "ops demonstration".');
    });

    it('a bad environment, in one line', async () => {
      const { status, stderr } = await ops(dataDir, ['tokens', 'renew'], { PORT: 'x' });
      expect(status).toBe(2);
      expect(stderr).toBe('Bad configuration: PORT must be a whole number from 0 to 65535\n');
    });

    it('credentials that are none, and does not touch them', async () => {
      const path = credentialsPath(dataDir);
      const before = await readFile(path, 'utf8');
      try {
        await writeFile(path, '{"sharedSecret":"hunter2"}');
        const { status, stderr } = await ops(dataDir, ['tokens', 'renew']);
        expect(status).toBe(2);
        expect(stderr).not.toContain('hunter2');
        expect(await readFile(path, 'utf8')).toBe('{"sharedSecret":"hunter2"}');
      } finally {
        await writeFile(path, before);
      }
    });
  });

  describe('ends with status 2 on', () => {
    it.each([
      [[]],
      [['tokens']],
      [['nothing']],
      [['tokens', 'issue']],
      [['tokens', 'issue', '--role', 'king']],
      [['tokens', 'issue', '--role', 'client']],
      [['tokens', 'issue', '--role', 'client', '--firm', '77']],
      [['tokens', 'issue', '--role', 'advisor', '--login', 'jdoe']],
      [['tokens', 'issue', '--role', 'auditor', '--days', '0']],
      [['tokens', 'issue', '--role', 'auditor', '--days', '366']],
      [['tokens', 'issue', '--role', 'auditor', '--days', '1.5']],
      [['tokens', 'issue', '--role', 'auditor', '--subject', ' ']],
      [['tokens', 'renew', 'more']],
      [['tokens', 'renew', '--nothing']],
    ])('%j', async (args) => {
      const { status, stdout, stderr } = await ops(dataDir, args);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).not.toBe('');
    });
  });

  it.each([
    [['tokens', 'issue'], "required option '--role <role>' not specified"],
    [['tokens', 'renew', '--nothing'], "unknown option '--nothing'"],
    [['projections', 'status'], "missing required argument 'name'"],
    [['nothing'], "unknown command 'nothing'"],
    [
      ['projections', 'list', '--as', ' '],
      "option '--as <name>' argument ' ' is invalid. It must not be blank.",
    ],
  ])('%j with --json says what is wrong in one line of JSON', async (args, error) => {
    const { status, stdout, stderr } = await ops(dataDir, [...args, '--json']);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toBe(`${JSON.stringify({ error, exit: 2 })}\n`);
  });

  it.each([[['--help']], [['tokens', '--help']], [['tokens', 'issue', '--help']]])(
    '%j shows examples',
    async (args) => {
      const { status, stdout } = await ops(empty, args);
      expect(status).toBe(0);
      expect(stdout).toContain('Examples:\n  $ ');
    },
  );
});
