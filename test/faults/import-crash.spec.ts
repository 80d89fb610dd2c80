import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import { openEventStore } from '#libs/platform/event-store';
import type { Credentials } from '#libs/platform/identity';
import {
  expectStatus,
  memberBody,
  ServiceUnderTest,
  uniqueName,
} from '../support/running-service.js';
import { ServiceProcess } from '../support/service-process.js';

const LINES = 1_500;
/** Lines sent before the import is interrupted. */
const SENT = 1_000;

interface Response {
  readonly line: number;
  readonly path: string;
  readonly status: number;
}

/** Imports lines, optionally holding some back. Returns the responses, even if the service dies meanwhile. */
async function importing(
  url: string,
  { tokens }: Credentials,
  lines: readonly string[],
  sent = lines.length,
  onResponses: (count: number) => void = () => undefined,
): Promise<Response[]> {
  const sending = request(`${url}/backoffice/import`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tokens.backoffice}`,
      'content-type': 'application/x-ndjson',
    },
  });
  sending.on('error', () => undefined);
  sending.write(`${lines.slice(0, sent).join('\n')}\n`);
  if (sent === lines.length) sending.end();
  const [incoming] = (await once(sending, 'response')) as [IncomingMessage];
  const answers: Response[] = [];
  try {
    for await (const line of createInterface({ input: incoming })) {
      answers.push(JSON.parse(line) as Response);
      onResponses(answers.length);
    }
  } catch {
    // the service was killed: the last line may be truncated
  }
  return answers;
}

async function openAccount(url: string, credentials: Credentials): Promise<string> {
  const client = new BrokerageClient(url, credentials);
  const member = memberBody();
  expectStatus(await client.post('/restapi/members', member), 201);
  const made = await client.post('/restapi/accounts', {
    accountName: uniqueName().slice(-16),
    accountType: 'I',
    billingPlanOid: credentials.billingPlans.A,
    primaryAccountOwner: String(member['loginId']),
  });
  expectStatus(made, 201);
  return made.location?.split('/').at(-1) ?? '';
}

describe('a service that is killed while it imports', () => {
  let victim: ServiceProcess;
  beforeEach(async () => {
    victim = await ServiceProcess.start(await ServiceProcess.freshDirectory());
  });
  afterEach(async () => {
    await victim.kill();
    await victim.remove();
  });

  it('has kept every line it answered, and the same import again completes it: each record once', async () => {
    const credentials = await victim.credentials();
    const account = await openAccount(victim.url, credentials);
    const lines = Array.from({ length: LINES }, (_, n) =>
      JSON.stringify({
        path: `/accounts/${account}/folios/${account}01/transactions/${n + 1}`,
        body: { categoryName: 'Trades', date: '2026-03-02T15:00:00.000+00:00', net: `${n}.50` },
      }),
    );
    const answered = await importing(victim.url, credentials, lines, SENT, (count) => {
      if (count === SENT / 4) void victim.kill();
    });
    await victim.kill();
    expect(answered.length).toBeLessThanOrEqual(SENT);
    const kept = await transactionsIn(victim.dataDir);
    for (const { path, status } of answered) {
      expect([status, kept.get(path.split('/').at(-1) ?? '')]).toEqual([200, 1]);
    }

    const service = await ServiceUnderTest.on(victim.dataDir);
    const again = await importing(service.service.url, service.credentials, lines);
    expect(again.map(({ status }) => status)).toEqual(lines.map(() => 200));
    await service.stop();
    const all = await transactionsIn(victim.dataDir);
    expect([all.size, new Set(all.values())]).toEqual([LINES, new Set([1])]);
  });
});

/** Number of events of each transaction, by id. */
async function transactionsIn(dataDir: string): Promise<Map<string, number>> {
  const store = await openEventStore({ directory: join(dataDir, 'events') });
  const counts = new Map<string, number>();
  const filter = { streamPrefixes: ['folioTransaction-'] };
  for await (const { stream } of store.readAll({ filter })) {
    const id = stream.split('/').at(-1) ?? '';
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  await store.close();
  return counts;
}
