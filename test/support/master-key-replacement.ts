import { expect } from '@jest/globals';

/**
 * Has a running service replace its master key (`POST /operator/keys/master-key/replacement`), and returns when it has told of the first
 * keys. What it tells afterwards is not read, so the service may be killed at once.
 *
 * @param token a bearer token with the operator scope
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
