import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import { openEventStore } from '#libs/platform/event-store';
import { expectStatus, memberBody, uniqueName } from '../support/running-service.js';
import { ServiceProcess } from '../support/service-process.js';

const LINES = 3_000;
/** Lines of an import that is interrupted; the others are not sent before. */
const SENT = LINES / 2;

interface Answer {
  readonly line: number;
  readonly path: string;
  readonly status: number;
}

/** Imports lines, of which some may be kept back; answers what was answered, also when the service goes away meanwhile. */
async function importing(
  service: ServiceProcess,
  lines: readonly string[],
  sent = lines.length,
  onAnswers: (count: number) => void = () => undefined,
): Promise<Answer[]> {
  const { tokens } = await service.credentials();
  const sending = request(`${service.url}/backoffice/import`, {
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
  const answers: Answer[] = [];
  try {
    for await (const line of createInterface({ input: incoming })) {
      answers.push(JSON.parse(line) as Answer);
      onAnswers(answers.length);
    }
  } catch {
    // the service was killed: the last line may have been cut
  }
  return answers;
}

async function openAccount(service: ServiceProcess): Promise<string> {
  const credentials = await service.credentials();
  const client = new BrokerageClient(service.url, credentials);
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
  let service: ServiceProcess;
  beforeEach(async () => {
    service = await ServiceProcess.start(await ServiceProcess.freshDirectory());
  });
  afterEach(async () => {
    await service.kill();
    await service.remove();
  });

  it('has kept every line it answered, and the same import again completes it: each record once', async () => {
    const account = await openAccount(service);
    const lines = Array.from({ length: LINES }, (_, n) =>
      JSON.stringify({
        path: `/accounts/${account}/folios/${account}01/transactions/${n + 1}`,
        body: { categoryName: 'Trades', date: '2026-03-02T15:00:00.000+00:00', net: `${n}.50` },
      }),
    );
    const answered = await importing(service, lines, SENT, (count) => {
      if (count === SENT / 3) void service.kill();
    });
    await service.kill();
    expect(answered.length).toBeLessThanOrEqual(SENT);
    const kept = await transactionsIn(service.dataDir);
    for (const { path, status } of answered) {
      expect([status, kept.get(path.split('/').at(-1) ?? '')]).toEqual([200, 1]);
    }

    service = await ServiceProcess.start(service.dataDir);
    const again = await importing(service, lines);
    expect(again.map(({ status }) => status)).toEqual(lines.map(() => 200));
    await service.stop();
    const all = await transactionsIn(service.dataDir);
    expect([all.size, new Set(all.values())]).toEqual([LINES, new Set([1])]);
  });
});

/** How many events each transaction has, by id. */
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
