import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DailyRootSigner } from '#libs/contexts/audit';
import { type PublicKey, readPublicKey, type Verdict, verifyExport } from '#libs/platform/proof';
import { CommandRunner } from '#libs/platform/service';
import { ManualClock } from '../support/manual-clock.js';
import { expectProblems, expectStatus, ServiceUnderTest } from '../support/running-service.js';

const DAY = 24 * 60 * 60_000;
const ROTATION = '/operator/audit/signing-key/rotation';
const clock = new ManualClock(Date.parse('2026-03-02T15:00:00.000Z'));
let service: ServiceUnderTest;

beforeAll(async () => {
  service = await ServiceUnderTest.start({ clock });
  // runs only when a case calls it
  await signer().stop();
});
afterAll(() => service.stop());

const signer = (): DailyRootSigner => service.service.app.get(DailyRootSigner, { strict: false });

interface Published {
  readonly kid: string;
  readonly retiredAt: string | null;
}

async function published(): Promise<readonly Published[]> {
  const { body } = await service.auditor.get('/.well-known/audit-keys.json');
  return (body as { keys: readonly Published[] }).keys;
}

async function exported(): Promise<string> {
  const answer = await fetch(
    `${service.service.url}/operator/audit/export?firm=${service.credentials.firmId}`,
    { headers: { authorization: `Bearer ${service.credentials.tokens.auditor}` } },
  );
  expect(answer.status).toBe(200);
  return answer.text();
}

/** Signs the roots of ended days. */
async function nextDay(): Promise<void> {
  clock.advance(DAY);
  await signer().run();
}

async function verdict(text: string, trusted?: readonly Published[]): Promise<Verdict> {
  const keys = trusted?.flatMap((key): PublicKey[] => {
    const read = readPublicKey(key);
    return read ? [read] : [];
  });
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(Buffer.from(text));
  }
  return verifyExport(pieces(), keys ? { trusted: keys } : {});
}

const keyOf = (text: string): unknown =>
  (JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as { keyId: unknown }).keyId;

describe('The key that exports and daily roots are signed with', () => {
  it('is replaced by an operator; what either key has signed verifies', async () => {
    await nextDay();
    const [first] = await published();
    const before = await exported();
    expect(keyOf(before)).toBe(first?.kid);

    const answer = await service.operator.post(ROTATION);
    expectStatus(answer, 200);
    // by way of the command bus, as every write
    const { appended } = service.service.app.get(CommandRunner, { strict: false });
    expect(appended.get('audit.SigningKeyRotated')).toBe(1);
    const keys = await published();
    expect(answer.body).toEqual({ keys });
    expect(keys).toHaveLength(2);
    expect(keys[0]?.retiredAt).toBeNull();
    expect(keys[1]).toEqual({ ...first, retiredAt: expect.any(String) });
    expect(keys[0]?.kid).not.toBe(first?.kid);

    // the newest root is still signed with the previous key
    const between = await exported();
    expect(keyOf(between)).toBe(keys[0]?.kid);
    await nextDay();
    const after = await exported();
    for (const text of [before, between, after]) {
      expect(await verdict(text, keys)).toMatchObject({ ok: true, verified: { keyTrusted: true } });
      expect(await verdict(text)).toMatchObject({ ok: true });
    }
    expect(await verdict(before, keys.slice(0, 1))).toMatchObject({ ok: false });
    expect(await verdict(between, keys.slice(0, 1))).toMatchObject({ ok: false });
    expect(await verdict(after, keys.slice(0, 1))).toMatchObject({ ok: true });
    const { body } = await service.auditor.get('/operator/audit/roots');
    expect(body).toMatchObject([{ keyId: keys[0]?.kid }, { keyId: first?.kid }]);
  });

  it('is replaced once for one key of the caller, and says in the log by whom', async () => {
    const headers = { 'idempotency-key': 'once-and-no-more' };
    const many = (await published()).length;
    const answers = [];
    for (let n = 0; n < 2; n++)
      answers.push(await service.operator.post(ROTATION, undefined, headers));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await published()).toHaveLength(many + 1);
    const rotated = (await service.log()).filter(({ type }) => type.startsWith('audit.SigningKey'));
    expect(rotated.at(-1)?.metadata).toMatchObject({ caller: 'demo.operator' });
    expect(rotated.at(-1)?.data).toMatchObject({ number: many + 1 });
  });

  it('is replaced by nobody else', async () => {
    for (const caller of [service.auditor, service.backoffice]) {
      expectProblems(await caller.post(ROTATION), [{ type: 'FORBIDDEN' }], 403);
    }
  });
});
