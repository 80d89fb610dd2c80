import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import { memberBody } from '../support/bodies.js';
import { eventually, settled } from '../support/condition.js';
import { expectStatus } from '../support/expect-status.js';
import type { Firm } from '../support/firm.js';
import { QUOTED } from '../support/mongodb-fixture.js';
import { ServersInProcess } from '../support/servers-in-process.js';

describe('a time in which a server says no', () => {
  let servers: ServersInProcess;
  let firm: Firm;
  beforeAll(async () => {
    servers = await ServersInProcess.start();
    firm = await servers.firm();
  });
  afterAll(() => servers.stop());

  it.each([
    [1, 'InternalError'],
    [13, 'Unauthorized'],
    [11000, 'DuplicateKey'],
    [16500, 'RequestRateTooLarge'],
    [987654, 'NeverHeardOf'],
  ])(
    'of MongoDB with %i (%s) is 503 for callers, never 500, and passes without a restart',
    async (code, codeName) => {
      const client = new BrokerageClient(servers.api.url, firm.key);
      const before = memberBody();
      expectStatus(await client.post('/restapi/members', before), 201);
      const path = `/restapi/members/${String(before['loginId'])}`;
      expectStatus(await settled(() => client.get(path)), 200);
      const heal = servers.mongo.misbehave({ code, codeName });
      const asked = memberBody();
      for (let time = 1; time <= 3; time++) {
        for (const answer of [
          await client.get(path),
          await client.post('/restapi/members', asked),
        ]) {
          // a signature that seems to have been used is refused, and so is everything else with it
          expect(code === 11000 ? [401, 503] : [503]).toContain(answer.status);
        }
        const ready = await fetch(new URL('/health/ready', servers.api.url));
        expect(ready.status).toBe(503);
        expect(Number(ready.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      // with the server's code, once the lease that could not be renewed is lost
      await eventually(async () => {
        const metrics = await fetch(`http://127.0.0.1:${servers.projector.port}/metrics`);
        expect(metrics.status).toBe(200);
        return (await metrics.text()).includes(`interrupted{code="${codeName}"} 1`) || undefined;
      });
      heal();
      expectStatus(await settled(() => client.post('/restapi/members', memberBody())), 201);
      expectStatus(await settled(() => client.get(path)), 200);
      await eventually(async () => {
        const { ok } = await fetch(new URL('/health/ready', servers.api.url));
        return ok || undefined;
      });
      const { warnings } = servers;
      const lines = [...warnings.api, ...warnings.projector].join('');
      expect(lines).not.toContain(QUOTED);
      expect(lines).not.toContain('projection stopped');
    },
  );

  it.each([
    ['UNKNOWN', status.UNKNOWN],
    ['RESOURCE_EXHAUSTED', status.RESOURCE_EXHAUSTED],
    ['INTERNAL', status.INTERNAL],
    ['PERMISSION_DENIED', status.PERMISSION_DENIED],
    ['UNAUTHENTICATED', status.UNAUTHENTICATED],
  ])(
    'of EventStoreDB with %s is 503 for callers, never 500, and passes without a restart',
    async (name, code) => {
      const client = new BrokerageClient(servers.api.url, firm.key);
      expectStatus(await settled(() => client.post('/restapi/members', memberBody())), 201);
      servers.events.fault = code;
      const asked = memberBody();
      for (let time = 1; time <= 2; time++) {
        const answer = await client.post('/restapi/members', asked);
        expectStatus(answer, 503);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        const ready = await fetch(new URL('/health/ready', servers.api.url));
        expect(ready.status).toBe(503);
      }
      const { projectionRunner, eventStore } = servers.projector.platform;
      await eventually(() => projectionRunner.interruption ?? eventStore.unavailableReason?.());
      expect(eventStore.unavailableReason?.()).toContain(name);
      servers.events.fault = 'none';
      expectStatus(await settled(() => client.post('/restapi/members', asked)), 201);
      const path = `/restapi/members/${String(asked['loginId'])}`;
      expectStatus(await settled(() => client.get(path)), 200);
      await eventually(async () => {
        const { ok } = await fetch(new URL('/health/ready', servers.api.url));
        return ok || undefined;
      });
      const lines = [...servers.warnings.api, ...servers.warnings.projector].join('');
      expect(lines).not.toContain('projection stopped');
    },
  );
});
