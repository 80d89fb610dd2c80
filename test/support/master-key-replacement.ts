import { expect } from '@jest/globals';

/**
 * Makes a service replace its master key (`POST /operator/keys/master-key/replacement`), and returns after its first progress line.
 * Ignores the rest, so the service may be killed right away.
 *
 * @param token a bearer token of an operator
 */
export async function beginReplacement(url: string, token: string): Promise<void> {
  const answer = await fetch(`${url}/operator/keys/master-key/replacement`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(answer.status).toBe(200);
  const first = await answer.body?.getReader().read();
  expect(first?.done).toBe(false);
}
