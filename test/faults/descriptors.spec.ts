import { execFile } from 'node:child_process';
import { Agent } from 'node:http';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import { eventually } from '../support/condition.js';
import { authorizationOf, type RawRequest, rawRequest } from '../support/raw-request.js';
import { memberBody } from '../support/running-service.js';
import { ServiceProcess } from '../support/service-process.js';

/** As many as many systems give by default; its modules alone take some hundred while it starts. */
const OPEN_FILES = 1_024;
const MOST_CONNECTIONS = 512;
/** What is signed does not change over a restart. */
const PUBLIC_BASE_URL = 'https://brokerage.test';
const PATH = '/restapi/members';
const run = promisify(execFile);

interface Sent extends RawRequest {
  readonly loginId: string;
}

describe('a service whose descriptors run out', () => {
  let dataDir: string;
  let service: ServiceProcess;
  let agent: Agent;
  let connections: Socket[];
  beforeEach(async () => {
    dataDir = await ServiceProcess.freshDirectory();
    connections = [];
    await start();
  });
  afterEach(async () => {
    for (const connection of connections) connection.destroy();
    agent.destroy();
    await service.kill();
    await service.remove();
  });

  async function start(): Promise<void> {
    const env = { LOG_LEVEL: 'silent', PUBLIC_BASE_URL };
    service = await ServiceProcess.start(dataDir, env, [], OPEN_FILES);
    // connections that are kept, and need no descriptor later
    agent = new Agent({ keepAlive: true, maxSockets: 1 });
  }

  /** A request that makes a member, signed so many minutes from now. */
  async function signed(minutes = 0): Promise<Sent> {
    const body = memberBody();
    const text = JSON.stringify(body);
    const timestamp = new Date(Date.now() + minutes * 60_000).toISOString();
    const signing = { method: 'POST', path: PATH, body: text, baseUrl: PUBLIC_BASE_URL, timestamp };
    const authorization = authorizationOf(await service.credentials(), signing);
    const headers = { authorization, 'content-type': 'application/json' };
    const loginId = String(body['loginId']);
    return { loginId, method: 'POST', path: PATH, headers, body: text };
  }
  const statusOf = async (sent: RawRequest): Promise<number> =>
    (await rawRequest(service.url, { ...sent, agent })).status;
  const openFiles = async (): Promise<number> => (await readdir(`/proc/${service.pid}/fd`)).length;

  /** Kills it; what was carried out before is refused after, and what was not has left nothing. */
  async function expectKept(sent: readonly (readonly [Sent, number])[]): Promise<void> {
    agent.destroy();
    await service.kill();
    await start();
    const client = new BrokerageClient(service.url, {
      token: (await service.credentials()).tokens.client,
    });
    for (const [request, status] of sent) {
      const { status: there } = await client.get(`${PATH}/${request.loginId}`);
      expect([status, there]).toEqual(status === 201 ? [201, 200] : [503, 404]);
      if (status === 201) expect(await statusOf(request)).toBe(401);
    }
  }

  it('refuses connections before stores want for one', async () => {
    const first = await signed();
    const sent: [Sent, number][] = [[first, await statusOf(first)]];
    const { hostname, port } = new URL(service.url);
    let closed = 0;
    for (let n = 0; n < OPEN_FILES + 50; n++) {
      const connection = connect(Number(port), hostname).on('error', () => undefined);
      connection.on('close', () => (closed += 1));
      connections.push(connection);
    }
    await eventually(() => closed >= connections.length - MOST_CONNECTIONS || undefined);
    expect(await openFiles()).toBeLessThan(MOST_CONNECTIONS + 200);
    for (let n = 0; n < 20; n++) {
      const request = await signed();
      sent.push([request, await statusOf(request)]);
    }
    expect(sent.map(([, status]) => status)).toEqual(sent.map(() => 201));
    for (const connection of connections) connection.destroy();
    await expectKept(sent);
  });

  it('carries out nothing whose signature it can not keep, though there is none left', async () => {
    const first = await signed();
    const sent: [Sent, number][] = [[first, await statusOf(first)]];
    const limit = await openFiles();
    await run('prlimit', ['--pid', String(service.pid), `--nofile=${limit}`]);
    for (let n = 0; n < 20; n++) {
      const request = await signed((n % 7) - 3);
      sent.push([request, await statusOf(request)]);
    }
    await expectKept(sent);
  });
});
