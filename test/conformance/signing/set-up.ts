import { afterAll, beforeAll, expect } from '@jest/globals';
import { ManualClock } from '../../support/manual-clock.js';
import {
  authorizationOf,
  type RawResponse,
  rawRequest,
  type Signing,
  signatureOf,
} from '../../support/raw-request.js';
import { ServiceUnderTest } from '../../support/running-service.js';

export const MINUTES = 60_000;
export const PATH = '/restapi/accounts';

export const clock = new ManualClock(Date.now());
export let service: ServiceUnderTest;

export const stamp = (off = 0): string => new Date(clock.now() + off).toISOString();
export const url = (): string => service.service.url;

/** Parameters of a valid header, for composing variants. */
export function parameters(
  signing: Partial<Signing> = {},
): Record<'KEY' | 'SIGNATURE' | 'TIMESTAMP', string> {
  const timestamp = signing.timestamp ?? stamp();
  const whole = { path: PATH, baseUrl: url(), ...signing, timestamp };
  const signature = signatureOf(service.credentials.sharedSecret, whole);
  return { KEY: service.credentials.apiKey, SIGNATURE: signature, TIMESTAMP: timestamp };
}

export function get(authorization: string, path = PATH): Promise<RawResponse> {
  return rawRequest(url(), { path, headers: { authorization } });
}

/** The plain header, with parts of the signed string replaced. */
export function plain(signing: Partial<Signing> = {}, member?: string): string {
  const whole = { path: PATH, baseUrl: url(), timestamp: stamp(), ...signing };
  return authorizationOf(service.credentials, whole, member);
}

/** Expects 401 with a single problem of this code, `WWW-Authenticate`, and no trace of the credentials. */
export function expectUnauthenticated(answer: RawResponse, errorCode: string): void {
  expect([answer.status, answer.body]).toEqual([
    401,
    [{ type: 'UNAUTHENTICATED', errorCode, message: expect.any(String) }],
  ]);
  expect(answer.headers['www-authenticate']).toBe(
    'FOLIOWS realm="brokerage-account-service", Bearer realm="brokerage-account-service"',
  );
  for (const shown of [service.credentials.apiKey, service.credentials.sharedSecret]) {
    expect(answer.text).not.toContain(shown);
  }
}

/** Starts the service, on a clock that the cases move, before the cases of signed requests. */
export function setUp(): void {
  beforeAll(async () => {
    service = await ServiceUnderTest.start({ clock });
  });
  afterAll(() => service.stop());
}
