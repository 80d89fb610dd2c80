import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, PATIENCE_MS } from '../support/condition.js';
import {
  expectStatus,
  memberBody,
  ServiceUnderTest,
  uniqueName,
} from '../support/running-service.js';
import { WebhookTarget } from '../support/webhook-target.js';

const run = promisify(execFile);

let service: ServiceUnderTest;
let directory: string;
/** Environment of the client programs. */
let environment: Readonly<Record<string, string>>;
beforeAll(async () => {
  service = await ServiceUnderTest.start({}, { WEBHOOK_ALLOW_PRIVATE: 'true' });
  directory = await mkdtemp(join(tmpdir(), 'clients-'));
  const { url } = service.service;
  const { apiKey, sharedSecret, billingPlans } = service.credentials;
  environment = {
    PATH: process.env['PATH'] ?? '',
    BASE_URL: url,
    API_KEY: apiKey,
    SHARED_SECRET: sharedSecret,
    BILLING_PLAN: billingPlans.A,
    WEBHOOK: JSON.stringify(await testMessage()),
  };
});
afterAll(async () => {
  await service.stop();
  await rm(directory, { recursive: true, force: true });
});

/** A message delivered to a webhook, and the secret to verify it. */
async function testMessage(): Promise<object> {
  const target = await WebhookTarget.start();
  const made = await service.client.post('/restapi/webhooks', { url: target.url });
  expectStatus(made, 201);
  expectStatus(await service.client.post(`${made.location}/test`), 200);
  const [{ headers, body } = { headers: {}, body: '' }] = await target.messages(1);
  await target.stop();
  const { secret } = made.body as { secret: string };
  return { secret, headers, body };
}

/** What the examples of a read model keep. */
interface Model {
  readonly accounts: Readonly<Record<string, { readonly accountName: string }>>;
  readonly cash: Readonly<Record<string, Readonly<Record<string, { readonly status: string }>>>>;
}

/** Runs an example of a read model: it begins from what is there, follows, is killed, and goes on from where it was. */
async function expectItFollows(start: (model: string) => ChildProcess): Promise<void> {
  const file = join(directory, `${uniqueName('model')}.json`);
  const kept = async (): Promise<Model> => JSON.parse(await readFile(file, 'utf8')) as Model;
  const shows = (holds: (model: Model) => boolean): Promise<true> =>
    eventually(async () => {
      const model = await kept().catch(() => undefined);
      return model !== undefined && holds(model) ? true : undefined;
    });
  const kill = async (program: ChildProcess): Promise<void> => {
    program.kill('SIGKILL');
    await once(program, 'exit');
  };
  const deposit = async (account: string, status: string): Promise<void> => {
    const path = `/backoffice/accounts/${account}/cashtransactions/${oid}`;
    const body = {
      transactionType: 'AHD',
      sourceId: 'ACH',
      sourceDescription: 'Deposit',
      amount: '100.00',
      processDate: '2026-03-02',
      status,
    };
    expectStatus(await service.backoffice.put(path, body), 200);
  };
  const oid = uniqueName('d');
  const first = await service.openAccount();
  await deposit(first, 'PD');

  let program = start(file);
  await shows(({ cash }) => cash[first]?.[oid]?.status === 'PD');
  await deposit(first, 'PR');
  const second = await service.openAccount();
  await shows(({ accounts, cash }) => second in accounts && cash[first]?.[oid]?.status === 'PR');
  await kill(program);

  const accountName = uniqueName('n').slice(0, 16);
  expectStatus(await service.client.put(`/restapi/accounts/${first}`, { accountName }), 200);
  await deposit(first, 'CL');
  program = start(file);
  await shows(
    ({ accounts, cash }) =>
      accounts[first]?.accountName === accountName && cash[first]?.[oid]?.status === 'CL',
  );
  await kill(program);
}

/** Runs the example of a journey: its last lines are the deposit that has arrived, and the next one. */
async function expectItArrives(
  program: string,
  parameters: readonly string[],
  options: { cwd?: string; env: NodeJS.ProcessEnv },
): Promise<void> {
  const { stdout } = await run(program, parameters, options);
  expect(stdout).toMatch(/^R\w{9} OPEN$/m);
  expect(stdout).toMatch(/^Remaining Attempts=2$/m);
  expect(stdout).toMatch(/ 250\.00 PD\n[-\d]+ 250\.00 CL\n$/);
}

/** Runs an example of a subscription: another reader goes on where the one before was killed. */
async function expectItGoesOn(start: () => ChildProcess): Promise<void> {
  expectStatus(
    await service.client.put('/restapi/subscriptions/openings', { from: '2000-01-01' }),
    200,
  );
  expectStatus(await service.client.request('DELETE', '/restapi/subscriptions/openings'), 200);
  const reads = async (account: string): Promise<readonly string[]> => {
    const program = start();
    let text = '';
    program.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await eventually(() => (text.includes(account) ? true : undefined));
    const lag = async () => (await service.client.get('/restapi/subscriptions/openings')).body;
    await eventually(async () =>
      ((await lag()) as { lagSeconds: string }).lagSeconds === '0.0' ? true : undefined,
    );
    program.kill('SIGKILL');
    await once(program, 'exit');
    return text.trim().split('\n');
  };
  const first = await service.account();
  expect(await reads(first)).toContain(first);
  const second = await service.account();
  expect(await reads(second)).toEqual([second]);
}

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

async function manifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
}

describe('the package of libs/client, in an empty project', () => {
  let project: string;
  beforeAll(async () => {
    project = join(directory, 'project');
    await mkdir(project);
    await run('npm', ['pack', resolve('libs/client'), '--pack-destination', directory]);
    const [tarball = ''] = (await readdir(directory)).filter((name) => name.endsWith('.tgz'));
    await writeFile(join(project, 'package.json'), '{ "private": true }');
    // its dependencies are copied from this repository's packages: nothing is downloaded
    const { dependencies } = await manifest('libs/client');
    const needed = await installedWith([...Object.keys(dependencies ?? {}), '@types/node']);
    const places = [...needed].map((name) => resolve('node_modules', name));
    const offline = ['--offline', '--install-links', '--ignore-scripts', '--no-audit', '--no-fund'];
    await run('npm', ['install', ...offline, join(directory, tarball), ...places], {
      cwd: project,
    });
  });

  /** Packages and their transitive dependencies. */
  async function installedWith(
    names: readonly string[],
    known = new Set<string>(),
  ): Promise<Set<string>> {
    for (const name of names.filter((one) => !known.has(one))) {
      known.add(name);
      const { dependencies } = await manifest(join('node_modules', name));
      await installedWith(Object.keys(dependencies ?? {}), known);
    }
    return known;
  }

  it('has the version of the service, and none of its code', async () => {
    const installed = join(project, 'node_modules/brokerage-client');
    expect((await manifest(installed)).version).toBe((await manifest('.')).version);
    const files = await readdir(join(installed, 'dist/esm'), { recursive: true });
    const sources = files.map((file) => /^(.+)\/src\/.+\.js$/.exec(file)?.[1]).filter(Boolean);
    expect(new Set(sources)).toEqual(new Set(['client', 'platform/signing']));
  });

  const PROGRAM = `
    import { bodyOf, connect, createdId, itemsOf, ProblemError, receiveWebhook, type Schemas } from 'brokerage-client';

    async function main(): Promise<void> {
      const { BASE_URL = '', API_KEY = '', SHARED_SECRET = '', BILLING_PLAN = '', MEMBER = '', WEBHOOK = '' } = process.env;
      const keys = new Set<unknown>();
      const api = connect(BASE_URL, { apiKey: API_KEY, sharedSecret: SHARED_SECRET }, {
        ports: {
          // the response to the first POST is lost
          fetch: async (request: Request): Promise<Response> => {
            const response = await fetch(request);
            if (request.method !== 'POST') return response;
            keys.add(request.headers.get('idempotency-key'));
            if (!lost) { lost = true; throw new TypeError('connection reset'); }
            replayed = response.headers.get('idempotent-replayed') === 'true';
            return response;
          },
        },
      });
      let lost = false;
      let replayed = false;
      const loginId = await createdId(api['/restapi/members'].POST({ body: JSON.parse(MEMBER) as Schemas['CreateMember'] }));
      const retried = replayed && keys.size === 1;
      await createdId(api['/restapi/accounts'].POST({
        body: { accountName: 'Installed', accountType: 'I', billingPlanOid: BILLING_PLAN, primaryAccountOwner: loginId },
      }));
      const read: string = (await bodyOf(api['/restapi/members/{loginid}'].GET({ params: { path: { loginid: loginId } } }))).loginId;
      const accounts: unknown[] = [];
      const query = { owner: loginId, limit: 1 };
      for await (const account of itemsOf((place) => api['/restapi/accounts'].GET({ params: { query: { ...place, ...query } } }))) {
        accounts.push(account.accountName);
      }
      const refused = await api['/restapi/rtgs/{oid}'].GET({ params: { path: { oid: 'none' } } }).catch((error: unknown) => error);
      const { secret, headers, body } = JSON.parse(WEBHOOK) as { secret: string; headers: Record<string, string>; body: string };
      const { type } = receiveWebhook([secret], headers, body);
      console.log(JSON.stringify({ loginId: read, retried, accounts, refused: refused instanceof ProblemError && refused.status, type }));
    }
    void main();
  `;
  const tsc = (...options: readonly string[]) =>
    run(
      process.execPath,
      [resolve('node_modules/typescript7/bin/tsc'), '--strict', '--target', 'es2023', ...options],
      { cwd: project },
    ).catch((error: unknown) => {
      throw new Error((error as { stdout: string }).stdout);
    });

  it('a program is checked, built and does its work, as ES module and as CommonJS', async () => {
    const programs = ['program.mts', 'program.cts'];
    for (const program of programs) await writeFile(join(project, program), PROGRAM);
    await tsc('--module', 'node16', '--lib', 'es2023', '--types', 'node', ...programs);
    for (const kind of ['mjs', 'cjs']) {
      const member = memberBody({ loginId: uniqueName(kind) });
      const { stdout } = await run(process.execPath, [`program.${kind}`], {
        cwd: project,
        env: { ...environment, MEMBER: JSON.stringify(member) },
        timeout: PATIENCE_MS,
      });
      expect(JSON.parse(stdout)).toEqual({
        loginId: member['loginId'],
        retried: true,
        accounts: ['Installed'],
        refused: 404,
        type: 'brokerage.webhook.test.v1',
      });
    }
  });

  it('the example of a read model follows [feed.read-models]', async () => {
    await copyFile('docs/examples/read-model.mts', join(project, 'read-model.mts'));
    await tsc('--module', 'node16', '--lib', 'es2023', '--types', 'node', 'read-model.mts');
    await expectItFollows((model) =>
      spawn(process.execPath, ['read-model.mjs'], {
        cwd: project,
        env: { ...environment, MODEL: model },
        stdio: 'inherit',
      }),
    );
  });

  it('the example of a subscription goes on [subscription.place]', async () => {
    await copyFile('docs/examples/subscribe.mts', join(project, 'subscribe.mts'));
    await tsc('--module', 'node16', '--lib', 'es2023', '--types', 'node', 'subscribe.mts');
    await expectItGoesOn(() =>
      spawn(process.execPath, ['subscribe.mjs'], {
        cwd: project,
        env: environment,
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
  });

  it('the example of a journey leads to a deposit', async () => {
    await copyFile('docs/examples/journey.mts', join(project, 'journey.mts'));
    await tsc('--module', 'node16', '--lib', 'es2023', '--types', 'node', 'journey.mts');
    await expectItArrives(process.execPath, ['journey.mjs'], { cwd: project, env: environment });
  });

  it('is typed for bundlers too', async () => {
    const bundler = ['--module', 'esnext', '--moduleResolution', 'bundler', '--noEmit'];
    await writeFile(join(project, 'bundled.ts'), PROGRAM);
    await writeFile(join(project, 'wrong.ts'), PROGRAM.replace("'I'", "'nothing'"));
    const problems = await tsc(...bundler, '--types', 'node', 'bundled.ts', 'wrong.ts').catch(
      (error: unknown) => String(error),
    );
    expect(problems).toMatch(/^Error: wrong\.ts\b.*"nothing"/);
    expect(problems).not.toContain('bundled.ts');
    // browser types in place of those of Node
    await writeFile(
      join(project, 'bundled.ts'),
      "export { connect, FileFeedState, receiveWebhook } from 'brokerage-client';",
    );
    await tsc(...bundler, '--types', '', 'bundled.ts');
  });
});

const hasPython =
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']).status === 0;

(hasPython ? describe : describe.skip)('the package of clients/python', () => {
  const python = (...parameters: readonly string[]): Promise<string> => withPath('src', parameters);
  const withPath = async (path: string, parameters: readonly string[]): Promise<string> => {
    const env = {
      ...environment,
      PYTHONPATH: path,
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONWARNINGS: 'error',
    };
    const { stdout } = await run('python3', parameters, {
      cwd: 'clients/python',
      env: { ...env, MEMBER: JSON.stringify(memberBody({ loginId: LOGIN })) },
      timeout: PATIENCE_MS,
    });
    return stdout;
  };
  const LOGIN = uniqueName('py');

  it('has the version of the service', async () => {
    const [, version] =
      /^version = "(.+)"$/m.exec(await readFile('clients/python/pyproject.toml', 'utf8')) ?? [];
    expect(version).toBe((await manifest('.')).version);
  });

  it('passes its own tests', () => python('-m', 'unittest', 'discover', '-s', 'tests'));

  it('the example of a read model follows [feed.read-models]', () =>
    expectItFollows((model) =>
      spawn('python3', ['docs/examples/read_model.py'], {
        env: { ...environment, PYTHONPATH: 'clients/python/src', MODEL: model },
        stdio: 'inherit',
      }),
    ));

  it('the example of a subscription goes on [subscription.place]', () =>
    expectItGoesOn(() =>
      spawn('python3', ['docs/examples/subscribe.py'], {
        env: { ...environment, PYTHONPATH: 'clients/python/src' },
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    ));

  it('the example of a journey leads to a deposit', () =>
    expectItArrives('python3', ['docs/examples/journey.py'], {
      env: { ...environment, PYTHONPATH: 'clients/python/src' },
    }));

  it('does its work from the wheel, which needs no other package to build', async () => {
    const build = 'import sys, build_backend; print(build_backend.build_wheel(sys.argv[1]))';
    const name = await withPath('.', ['-c', build, directory]);
    const wheel = join(directory, name.trim());
    expect(JSON.parse(await withPath(wheel, ['tests/journey.py']))).toEqual({
      loginId: LOGIN,
      retried: true,
      accounts: ['First', 'Second'],
      refused: 404,
      events: expect.arrayContaining(['brokerage.account.opened.v1']) as unknown,
      later: [],
      type: 'brokerage.webhook.test.v1',
    });
  });
});
