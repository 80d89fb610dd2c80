import timers from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Document } from 'bson';
import { BrokerageClient } from '#libs/client';
import { memberBody } from '../support/bodies.js';
import { eventually, settled } from '../support/condition.js';
import { expectStatus } from '../support/expect-status.js';
import { type Firm, openAccount } from '../support/firm.js';
import { ServersInProcess } from '../support/servers-in-process.js';
import { WebhookTarget } from '../support/webhook-target.js';

/** Pauses between attempts are so many times as short. */
const FASTER = 50;
const LEAST_PAUSE_MS = 5;
const BETWEEN_REQUESTS_MS = 50;

/** What means something to the service or to the driver, about a user, a document, a collection or an index, and others. */
const CODES = [
  ...[1, 6, 7, 8, 13, 15, 18, 20, 22, 24, 26, 39, 43, 48, 64, 85, 86, 89, 91, 96, 112, 171, 189],
  ...[251, 262, 391, 9001, 10107, 10334, 11000, 11600, 11602, 13388, 13435, 13436, 14031, 16500],
  ...[17280, 17419, 987654],
];

/** The commands, and where each code has to arrive: what asks there has asked at least so often. */
const MINUTES: readonly (readonly [command: string, places: readonly string[]])[] = [
  ['every command', ['find test.store.leases', 'insert test_shared.signatures']],
  ['find', ['find test.store.checkpoints', 'find test_keys.keys']],
  ['update', ['update test.store.leases', 'update test_progress.log_mark']],
  ['insert', ['insert test_shared.signatures']],
];

/** Every gRPC status but success, and two that there are not. */
const STATUSES = [
  ...Object.values(status).filter((code) => typeof code === 'number'),
  ...[17, 99],
].filter((code) => code !== 0);

describe('a minute in which a server says no in every way', () => {
  const { setTimeout: pause } = timers;
  /** Has what the product imports follow. */
  function replacePause(by: typeof pause): void {
    timers.setTimeout = by;
    process.getBuiltinModule('node:module').syncBuiltinESMExports();
  }
  let servers: ServersInProcess;
  let firm: Firm;
  let client: BrokerageClient;
  let target: WebhookTarget;
  beforeAll(async () => {
    replacePause((ms = 0, value, options) =>
      pause(Math.max(ms / FASTER, Math.min(ms, LEAST_PAUSE_MS)), value, options),
    );
    servers = await ServersInProcess.start({ WEBHOOK_ALLOW_PRIVATE: 'true' });
    await servers.stopProcesses();
    // without the pause of a driver that looks for a new primary
    const MONGODB_URL = `${servers.mongo.url()}&minHeartbeatFrequencyMS=5`;
    await servers.startProcesses({ MONGODB_URL });
    firm = await servers.firm();
    client = new BrokerageClient(servers.api.url, firm.key);
    target = await WebhookTarget.start();
    expectStatus(await client.post('/restapi/webhooks', { url: target.url }), 201);
  });
  afterAll(async () => {
    await servers.stop();
    await target.stop();
    replacePause(pause);
  });

  /** Sends requests until something is the case. None may find a fault in the service. */
  async function meanwhile(isOver: () => boolean): Promise<void> {
    await eventually(async () => {
      const answer = await client.post('/restapi/members', memberBody());
      // a signature that seems to have been used is refused
      expect([201, 401, 503]).toContain(answer.status);
      const live = await fetch(new URL('/health/live', servers.api.url));
      expect(live.status).toBe(200);
      await pause(BETWEEN_REQUESTS_MS);
      return isOver() || undefined;
    });
  }

  /** Expects that everything works: requests, read models, reactions, the feed, webhooks and mails. */
  async function expectRecovery(): Promise<void> {
    await eventually(async () => {
      const { ok } = await fetch(new URL('/health/ready', servers.api.url));
      return ok || undefined;
    });
    const before = target.received.length;
    const account = await eventually(() => openAccount(client, firm).catch(() => undefined));
    expectStatus(await settled(() => client.get(`/restapi/accounts/${account}`)), 200);
    await target.messages(before + 1);
    const { projectionRunner } = servers.projector.platform;
    await eventually(() => projectionRunner.interruption === undefined || undefined);
    expect(projectionRunner.status().filter(({ state }) => state !== 'live')).toEqual([]);
    const lines = [...servers.warnings.api, ...servers.warnings.projector].join('');
    expect(lines).not.toMatch(/projection stopped|parked|"status":500/);
  }

  it.each(MINUTES)('of MongoDB to %s stops nothing', async (command, places) => {
    const asked = new Map<string, Document[]>();
    let place: Document[] = [];
    const heal = servers.mongo.misbehave({
      ...(command !== 'every command' && { command }),
      matches: (one) => {
        const [name = ''] = Object.keys(one);
        const at = `${name} ${String(one['$db'])}.${String(one[name])}`;
        place = asked.get(at) ?? [];
        asked.set(at, place);
        if (!place.includes(one)) place.push(one);
        return true;
      },
      answers: () => {
        const code = CODES[(place.length - 1) % CODES.length] ?? 0;
        return { ok: 0, errmsg: 'no', code, codeName: `Said${code}` };
      },
    });
    const told = new Set<string>();
    await meanwhile(() => {
      const { interruption } = servers.projector.platform.projectionRunner;
      if (interruption !== undefined) told.add(interruption);
      return places.every((at) => (asked.get(at)?.length ?? 0) >= CODES.length);
    });
    const metrics = await fetch(`http://127.0.0.1:${servers.projector.port}/metrics`);
    expect(metrics.status).toBe(200);
    heal();
    if (command !== 'insert') expect([...told].join()).toContain('Said');
    await expectRecovery();
  });

  it('of EventStoreDB stops nothing', async () => {
    const { eventStore } = servers.projector.platform;
    for (const code of STATUSES) {
      const { refused } = servers.events;
      Object.assign(servers.events, { fault: code });
      await eventually(() => servers.events.refused >= refused + 20 || undefined);
      expect(eventStore.unavailableReason?.()).toContain('EventStoreDB at 127.0.0.1');
    }
    const answer = await client.post('/restapi/members', memberBody());
    expectStatus(answer, 503);
    servers.events.fault = 'none';
    await expectRecovery();
  });
});
