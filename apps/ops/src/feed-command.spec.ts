import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { PassThrough, type Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService } from '#libs/application';
import { BrokerageClient, receiveWebhook } from '#libs/client';
import { createLogger } from '#libs/platform/runtime';
import { ops, type OpsResult, startOps } from '../../../test/support/ops-process.js';
import { expectStatus, ServiceUnderTest } from '../../../test/support/running-service.js';
import { WebhookTarget } from '../../../test/support/webhook-target.js';

interface Published {
  readonly type: string;
  readonly sequence: string;
}

/** A command that goes on until it is ended, line by line. */
class Tail {
  readonly #lines: AsyncIterator<string>;

  constructor(
    stdout: Readable,
    readonly status: Promise<number>,
  ) {
    this.#lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  }

  async line(): Promise<string> {
    const next = await this.#lines.next();
    return next.done === true ? '' : next.value;
  }

  async json<T>(): Promise<T> {
    return JSON.parse(await this.line()) as T;
  }

  /** The last line. */
  async result(): Promise<{ ended: string; cursor: string; events: number }> {
    for (;;) {
      const said = await this.json<{ ended?: string; cursor: string; events: number }>();
      if (said.ended !== undefined) return { ...said, ended: said.ended };
    }
  }
}

describe('feed', () => {
  let service: ServiceUnderTest;
  let dataDir: string;
  let firmId: string;
  beforeAll(async () => {
    service = await ServiceUnderTest.start({}, { WEBHOOK_ALLOW_PRIVATE: 'true' });
    ({ dataDir } = service.service.platform.config);
    ({ firmId } = service.credentials);
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  const tail = (...args: string[]): Tail => {
    const stdout = new PassThrough();
    const running = ops(dataDir, ['feed', 'tail', '--from', '0', '--json', ...args], {}, stdout);
    return new Tail(
      stdout,
      running.then(({ status }) => status),
    );
  };
  const account = (): Promise<string> => service.account();
  const folio = async (accountNumber: string, client = service.client): Promise<void> => {
    const body = { folioName: 'Growth', accountNumber, dividendReinvest: true };
    expectStatus(await client.post(`/restapi/accounts/${accountNumber}/folios`, body), 201);
  };

  it('tail shows what was, ends at a limit, and goes on from the cursor it named', async () => {
    const accountNumber = await account();
    const of = ['feed', 'tail', '--account', accountNumber];
    const first = await ops(dataDir, [...of, '--from', '0', '--limit', '1']);
    expect(first).toMatchObject({ status: 0, stderr: '' });
    const [line = '', end = ''] = first.stdout.split('\n');
    expect(line).toContain(`${accountNumber} #1 brokerage.account.opened.v1`);
    const [, cursor = ''] = /^1 event \(limit\); continue with --from (\S+)$/.exec(end) ?? [];
    const next = await ops(dataDir, [...of, '--from', cursor, '--limit', '1', '--json']);
    const [event, result] = next.stdout
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as object);
    expect(event).toMatchObject({ specversion: '1.0', sequence: '2' });
    expect(result).toEqual({ events: 1, ended: 'limit', cursor: expect.any(String) });
  });

  it('tail of all accounts says that it waits for new events, and ends at a limit of them', async () => {
    const before = await account();
    let result: OpsResult | undefined;
    const ending = ops(dataDir, ['feed', 'tail', '--limit', '2']).then((ended) => (result = ended));
    // it begins when it is connected, which nothing here tells
    while (result === undefined) await Promise.race([account(), ending]);
    const { status, stdout, stderr } = await ending;
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: 'Waiting for new events.\n',
    });
    expect(stdout).not.toContain(before);
    expect(stdout.trim().split('\n')).toEqual([
      expect.stringMatching(/ brokerage\./),
      expect.stringMatching(/ brokerage\./),
      expect.stringMatching(/^2 events \(limit\); continue with --from /),
    ]);
  });

  it('tail follows what comes until it is interrupted', async () => {
    const accountNumber = await account();
    const args = ['feed', 'tail', '--account', accountNumber, '--from', '0', '--json'];
    const child = startOps(dataDir, args);
    const exit = once(child, 'exit').then(([code]) => code as number);
    const following = new Tail(child.stdout!, exit);
    expect(await following.json<Published>()).toMatchObject({ sequence: '1' });
    await folio(accountNumber);
    let event = await following.json<Published>();
    while (event.type !== 'brokerage.folio.created.v1') event = await following.json<Published>();
    child.kill('SIGINT');
    expect(await following.json()).toMatchObject({
      events: Number(event.sequence),
      ended: 'interrupted',
    });
    expect(await following.status).toBe(0);
  });

  it('tail says that the right was lost, and ends with 1', async () => {
    const accountNumber = await account();
    const guest = await service.member();
    const permissions = `/restapi/accounts/${accountNumber}/permissions`;
    const permission = {
      loginId: guest,
      permission: 'DV',
      alertLevel: 'none',
      listOnReport: false,
    };
    expectStatus(await service.client.post(permissions, permission), 201);
    const caller = ['--role', 'client', '--firm', firmId, '--login', guest, '--json'];
    const issued = await ops(dataDir, ['tokens', 'issue', ...caller]);
    const { token } = JSON.parse(issued.stdout) as { token: string };
    const following = tail('--account', accountNumber, '--token', token);
    expect(await following.json<Published>()).toMatchObject({ sequence: '1' });
    const { status } = await service.client.request('DELETE', `${permissions}/${guest}`);
    expect(status).toBeLessThan(300);
    expect((await following.result()).ended).toBe('rights-lost');
    expect(await following.status).toBe(1);
    const again = ['feed', 'tail', '--account', accountNumber, '--token', token];
    expect((await ops(dataDir, again)).status).toBe(3);
  });

  it('tail ends with 1 when the service dies', async () => {
    const following = tail('--account', await account());
    await following.line();
    service.service.app.getHttpServer().closeAllConnections();
    expect((await following.result()).ended).toBe('connection lost');
    expect(await following.status).toBe(1);
  });

  it('tail refuses a cursor or limit that is none, and an account that is not there', async () => {
    const nobody = await ops(dataDir, ['feed', 'tail', '--account', 'RA00000000']);
    expect(nobody).toMatchObject({ status: 3, stderr: 'There is no account RA00000000.\n' });
    expect((await ops(dataDir, ['feed', 'tail', '--from', 'x'])).status).toBe(3);
    expect((await ops(dataDir, ['feed', 'tail', '--limit', 'x'])).status).toBe(2);
  });

  it('forward sends each event once, in order and signed, and shows the secret and the answers', async () => {
    const target = await WebhookTarget.start();
    let failures = 1;
    target.answer = () => (failures-- > 0 ? 503 : 204);
    const accountNumber = await account();
    const to = ['feed', 'forward', '--to', target.url, '--account', accountNumber, '--from', '0'];
    const first = await ops(dataDir, [...to, '--limit', '2']);
    const [, secret = ''] = /^Secret of the webhook: (whsec_\S+)\n$/.exec(first.stderr) ?? [];
    expect(first.status).toBe(1);
    expect(first.stdout).toMatch(/^503 .* #1 .*\n204 .* #2 .*\n2 events \(limit\)/);
    const own = await service.client.get(`/restapi/accounts/${accountNumber}/events?limit=2`);
    const received = target.received.map(({ headers, body }) =>
      receiveWebhook([secret], headers, body),
    );
    expect(received).toEqual(own.body);
    const { token } = JSON.parse(
      (
        await ops(dataDir, [
          ...['tokens', 'issue', '--role', 'client', '--firm', firmId],
          ...['--login', service.credentials.apiLoginId, '--json'],
        ])
      ).stdout,
    ) as { token: string };
    const elsewhere = ['--url', service.service.url, '--token', token, '--secret', secret];
    const again = await ops(dataDir, [...to, '--limit', '1', '--json', ...elsewhere]);
    expect(again).toMatchObject({ status: 0, stderr: '' });
    const [line = ''] = again.stdout.split('\n');
    expect(JSON.parse(line)).toEqual({ event: received[0], status: 204 });
    await target.stop();
    const gone = await ops(dataDir, [...to, '--limit', '1']);
    expect(gone).toMatchObject({ status: 1, stdout: expect.stringMatching(/^ECONNREFUSED /) });
    const nowhere = await ops(dataDir, ['feed', 'forward', '--to', 'ftp://x']);
    expect(nowhere).toMatchObject({ status: 2, stderr: '--to is no http or https URL: ftp://x\n' });
    for (const wrong of ['whsec_%', 'whsec_', '']) {
      const unsigned = await ops(dataDir, [...to, '--secret', wrong]);
      expect(unsigned).toMatchObject({ status: 2, stderr: '--secret is not whsec_ and Base64.\n' });
    }
  });

  it('subscriptions shows who is behind, and what is parked', async () => {
    const path = '/restapi/subscriptions/reporting';
    expectStatus(await service.client.put(path, {}), 200);
    const accountNumber = await account();
    await service.head();
    const parked = { accountNumber, sequence: 1 };
    expectStatus(await service.client.post(`${path}/parked`, parked), 200);
    const shown = await ops(dataDir, ['feed', 'subscriptions', '--firm', firmId]);
    expect(shown).toMatchObject({ status: 0, stderr: '' });
    expect(shown.stdout).toMatch(new RegExp(`${firmId} +reporting +\\d+\\.\\d +1 +all +all`));
    const json = await ops(dataDir, ['feed', 'subscriptions', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject([{ name: 'reporting', parkedEvents: 1 }]);
    const nobody = await ops(dataDir, ['feed', 'subscriptions', '--firm', '99']);
    expect(nobody.status).toBe(3);
  });

  it('webhooks shows state, lag and what fails, and ends with 1 while one does', async () => {
    const target = await WebhookTarget.start();
    const good = await ops(dataDir, ['feed', 'webhooks']);
    expect(good).toMatchObject({ status: 0, stderr: '' });
    expect(good.stdout).toMatch(/^FIRM +WEBHOOK +TARGET +STATE +LAG \(S\)/);
    target.answer = () => 503;
    const made = await service.client.post('/restapi/webhooks', { url: target.url });
    expectStatus(made, 201);
    const { id } = made.body as { id: string };
    await account();
    let bad = await ops(dataDir, ['feed', 'webhooks', '--firm', firmId]);
    while (bad.status !== 1) bad = await ops(dataDir, ['feed', 'webhooks', '--firm', firmId]);
    const shown = new RegExp(
      `${firmId} +${id} +${new URL(target.url).origin} +enabled +\\d+\\.\\d .* 503 `,
    );
    expect(bad.stdout).toMatch(shown);
    const json = await ops(dataDir, ['feed', 'webhooks', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject([{ id, failing: { status: 503 } }]);
    expectStatus(await service.client.put(`/restapi/webhooks/${id}`, { state: 'disabled' }), 200);
    const disabled = await ops(dataDir, ['feed', 'webhooks']);
    expect(disabled.stdout).toContain('disabled (request)');
    expect(disabled.status).toBe(0);
    await target.stop();
    const nobody = await ops(dataDir, ['feed', 'webhooks', '--firm', '99']);
    expect(nobody).toMatchObject({ status: 3, stdout: '', stderr: 'There is no firm 99.\n' });
  });

  it('tail says that the service stops, and goes on from there when it runs again', async () => {
    const accountNumber = await account();
    const following = tail('--account', accountNumber);
    expect(await following.json<Published>()).toMatchObject({ sequence: '1' });
    await service.service.stop();
    const last = await following.result();
    expect(last.ended).toBe('stopping');
    expect(await following.status).toBe(1);

    const { config } = service.service.platform;
    const again = await startService(config, { logger: createLogger({ level: 'silent' }) });
    try {
      await folio(accountNumber, new BrokerageClient(again.url, service.credentials));
      const resumed = tail('--account', accountNumber, '--from', last.cursor, '--limit', '1');
      const { sequence } = await resumed.json<Published>();
      expect(sequence).toBe(String(last.events + 1));
    } finally {
      await again.stop();
    }
  });
});
