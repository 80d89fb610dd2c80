import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { type JWTHeaderParameters, SignJWT } from 'jose';
import { BrokerageClient, type ClientAnswer } from '#libs/client';
import { ManualClock } from '../../support/manual-clock.js';
import { ServiceUnderTest } from '../../support/running-service.js';

export const ISSUER = 'urn:brokerage-account-service:local';
export const AUDIENCE = 'brokerage-account-service';

export const clock = new ManualClock(Date.now());
export let service: ServiceUnderTest;
export let privateKey: KeyObject;
export let publicKey: KeyObject;

export const seconds = (): number => Math.floor(clock.now() / 1000);
export const bearer = (token: string): BrokerageClient =>
  new BrokerageClient(service.service.url, { token });

export interface Parts {
  readonly header?: Partial<JWTHeaderParameters>;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly key?: KeyObject | Uint8Array;
}

/** A token that is valid except for the given parts; undefined claims are omitted. */
export function token({ header = {}, claims = {}, key = privateKey }: Parts = {}): Promise<string> {
  const whole = {
    iss: ISSUER,
    aud: AUDIENCE,
    sub: 'somebody',
    iat: seconds(),
    exp: seconds() + 600,
    roles: ['client'],
    firm_id: service.credentials.firmId,
    login: service.credentials.apiLoginId,
    ...claims,
  };
  return new SignJWT(whole).setProtectedHeader({ alg: 'EdDSA', ...header }).sign(key);
}

/** A token composed by hand that no library would create. */
export function handMade(header: object, claims: object, signature = ''): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part(header)}.${part(claims)}.${signature}`;
}

/** The same, signed with the issuer's key: only the header can be the reason for a refusal. */
export function handSigned(header: object, claims: object): string {
  const unsigned = handMade(header, claims);
  const signature = sign(null, Buffer.from(unsigned.slice(0, -1)), privateKey);
  return unsigned + signature.toString('base64url');
}

export function expectUnauthenticated(
  answer: ClientAnswer,
  errorCode = 'credentials.invalid',
): void {
  expect([answer.status, answer.body]).toEqual([
    401,
    [{ type: 'UNAUTHENTICATED', errorCode, message: expect.any(String) }],
  ]);
  expect(answer.headers.get('www-authenticate')).toBe(
    'FOLIOWS realm="brokerage-account-service", Bearer realm="brokerage-account-service", error="invalid_token"',
  );
}

/** Starts the service, on a clock that the cases move, before the cases of bearer tokens. */
export function setUp(): void {
  beforeAll(async () => {
    service = await ServiceUnderTest.start({ clock });
    // the local issuer's key, which lets a test sign what the issuer wouldn't
    const seed = await service.service.platform.keys.secret('token-signing-key');
    const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
    privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    publicKey = createPublicKey(privateKey);
  });
  afterAll(() => service.stop());
}
