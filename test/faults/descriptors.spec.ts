import { execFile } from 'node:child_process';
import { Agent } from 'node:http';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import { eventually } from '../support/condition.js';
import { authorizationOf, type RawRequest, rawRequest } from '../support/raw-request.js';
import { memberBody, ServiceUnderTest } from '../support/running-service.js';
import { ServiceProcess } from '../support/service-process.js';

/** A common default limit. Starting alone needs some hundred descriptors. */
const OPEN_FILES = 1_024;
const MOST_CONNECTIONS = 512;
/** Base URL that is signed, the same after a restart. */
const PUBLIC_BASE_URL = 'https://brokerage.test';
const PATH = '/restapi/members';
const run = promisify(execFile);

interface Sent extends RawRequest {
  readonly loginId: string;
}

describe('a service whose descriptors run out', () => {
  let dataDir: string;
  let service: ServiceProcess;
  /** A request, and the status of its response. */
  const sent: [Sent, number][] = [];
  const connections: Socket[] = [];
  // kept connections, which need no new descriptor later
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  beforeAll(async () => {
    dataDir = await ServiceProcess.freshDirectory();
    const env = { LOG_LEVEL: 'silent', PUBLIC_BASE_URL };
    service = await ServiceProcess.start(dataDir, env, [], OPEN_FILES);
  });
  afterAll(async () => {
    for (const connection of connections) connection.destroy();
    agent.destroy();
    await service.kill();
    await service.remove();
  });

  /** A request that creates a member, signed for `minutes` from now. */
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
  /** Sends a request. Returns the status. */
  async function send(request: Sent): Promise<number> {
    const { status } = await rawRequest(service.url, { ...request, agent });
    sent.push([request, status]);
    return status;
  }
  const openFiles = async (): Promise<number> => (await readdir(`/proc/${service.pid}/fd`)).length;

  it('refuses connections before stores want for one', async () => {
    expect(await send(await signed())).toBe(201);
    const before = await openFiles();
    const { hostname, port } = new URL(service.url);
    let closed = 0;
    for (let n = 0; n < OPEN_FILES + 50; n++) {
      const connection = connect(Number(port), hostname).on('error', () => undefined);
      connection.on('close', () => (closed += 1));
      connections.push(connection);
    }
    await eventually(() => closed >= connections.length - MOST_CONNECTIONS || undefined);
    expect(await openFiles()).toBeLessThan(MOST_CONNECTIONS + 200);
    for (let n = 0; n < 20; n++) expect(await send(await signed())).toBe(201);
    for (const connection of connections) connection.destroy();
    await eventually(async () => (await openFiles()) <= before + 2 || undefined);
  });

  it('carries out nothing whose signature it cannot keep, though there is none left', async () => {
    const limit = await openFiles();
    await run('prlimit', ['--pid', String(service.pid), `--nofile=${limit}`]);
    for (let n = 0; n < 20; n++) await send(await signed((n % 7) - 3));
  });

  it('refuses after kill -9 what was carried out before, and what was not has left nothing', async () => {
    await service.kill();
    const again = await ServiceUnderTest.on(dataDir, { PUBLIC_BASE_URL });
    try {
      const { client } = again.credentials.tokens;
      const reader = new BrokerageClient(again.service.url, { token: client });
      for (const [request, status] of sent) {
        const { status: there } = await reader.get(`${PATH}/${request.loginId}`);
        expect([status, there]).toEqual(status === 201 ? [201, 200] : [503, 404]);
        if (status !== 201) continue;
        expect((await rawRequest(again.service.url, request)).status).toBe(401);
      }
    } finally {
      await again.stop();
    }
  });
});
