import { expect } from '@jest/globals';
import { readPublicKey, verifyExport, type Verdict } from '#libs/platform/proof';
import type { ServiceUnderTest } from '../support/running-service.js';

/** Requests an export with a role. */
export async function exportAs(
  { service, credentials }: ServiceUnderTest,
  role: 'client' | 'backoffice' | 'operator' | 'auditor',
  query: string,
): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${service.url}/operator/audit/export${query}`, {
    headers: {
      authorization: `Bearer ${credentials.tokens[role]}`,
      accept: 'application/x-ndjson',
    },
  });
  return { status: answer.status, text: await answer.text() };
}

/** An export, and the verifier's result with the published keys. */
export async function exported(
  service: ServiceUnderTest,
  query: string,
): Promise<{ text: string; verdict: Verdict }> {
  const { status, text } = await exportAs(service, 'auditor', query);
  expect([status, text.slice(0, 300)]).toEqual([200, expect.any(String)]);
  const published = await service.auditor.get('/.well-known/audit-keys.json');
  const { keys } = published.body as { keys: unknown[] };
  const trusted = keys.flatMap((key) => readPublicKey(key) ?? []);
  expect(trusted).toHaveLength(1);
  return { text, verdict: await verifyExport(pieces(text), { trusted }) };
}

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
}
