import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  type Credentials,
  demonstrationTokens,
  LocalIssuer,
  readCredentials,
  writeCredentials,
} from '#libs/platform/identity';
import type { Platform } from '#libs/platform/service';
import {
  API_KEY,
  API_LOGIN,
  FIRM_ID,
  firm,
  offer,
  OFFER_OID,
  PLAN_OIDS,
  plans,
  rtg,
  RTG_OID,
} from './demonstration-data.js';

/**
 * Sees to it that an embedded directory has its demonstration firm and a current `credentials.json`. Everything is put through the
 * back office's own requests, so a start that was interrupted is simply finished by the next.
 * @param baseUrl where the service can be reached; changes when it listens elsewhere
 */
export async function ensureDemonstration(
  platform: Platform,
  app: NestFastifyApplication,
  baseUrl: string,
): Promise<void> {
  const { clock, config, keys } = platform;
  const known = await readCredentials(config.dataDir);
  if (known?.baseUrl === baseUrl) return;
  const issuer = await LocalIssuer.over(keys, clock);
  const made =
    known ?? (await makeDemonstration(issuer, (request) => send(app, request), undefined, true));
  await writeCredentials(config.dataDir, { ...made, baseUrl });
}

/** A request to the service that makes a part of the demonstration. */
interface DemonstrationRequest {
  readonly method: 'PUT' | 'POST';
  readonly path: string;
  readonly token: string;
  readonly body: unknown;
}

/**
 * Makes the demonstration firm with its API client, plans, RTG model and offer. What is there already stays as it is, but for
 * the tokens, which are issued anew.
 * @param send answers the body of an answer that is good, and rejects otherwise
 * @param knownSecret shared secret of the API client as an earlier call has got it; without one, a client that is there gets another
 * @param isSandbox whether the firm is made as one: on embedded stores
 */
export async function makeDemonstration(
  issuer: LocalIssuer,
  send: (request: DemonstrationRequest) => Promise<unknown>,
  knownSecret?: string,
  isSandbox = false,
): Promise<Omit<Credentials, 'baseUrl'>> {
  // each request comes from a caller of its own, so that no RATE_LIMIT_PER_SECOND is too low
  const request = async (
    method: 'PUT' | 'POST',
    role: 'operator' | 'backoffice',
    path: string,
    body: unknown,
  ): Promise<unknown> => {
    const token = await issuer.issue({ subject: `demo.start:${path}`, roles: [role], days: 1 });
    return send({ method, path, token, body });
  };

  await request('PUT', 'operator', `/backoffice/firms/${FIRM_ID}`, {
    ...firm,
    ...(isSandbox && { sandbox: true }),
  });
  const client = `/backoffice/firms/${FIRM_ID}/clients/${API_KEY}`;
  const first = secretIn(await request('PUT', 'operator', client, { loginId: API_LOGIN }));
  for (const [oid, plan] of Object.entries(plans)) {
    await request('PUT', 'backoffice', `/backoffice/firms/${FIRM_ID}/billingplans/${oid}`, plan);
  }
  await request('PUT', 'backoffice', `/backoffice/rtgs/${RTG_OID}`, rtg);
  await request('PUT', 'backoffice', `/backoffice/privateplacementoffers/${OFFER_OID}`, offer);
  // an earlier call may have made the client and died before the secret was written down
  const sharedSecret =
    first ?? knownSecret ?? secretIn(await request('POST', 'operator', `${client}/secret`, {}));
  if (sharedSecret === undefined) throw new Error('The service has made no shared secret.');
  const names = { firmId: FIRM_ID, apiLoginId: API_LOGIN };
  return {
    ...names,
    apiKey: API_KEY,
    sharedSecret,
    billingPlans: PLAN_OIDS,
    rtgOid: RTG_OID,
    offerOid: OFFER_OID,
    tokens: await demonstrationTokens(issuer, names),
  };
}

/** The secret in the body of an answer; most have none. */
function secretIn(body: unknown): string | undefined {
  return (body as { readonly sharedSecret?: string } | undefined)?.sharedSecret;
}

/** One request to the service itself, without the network. */
async function send(
  app: NestFastifyApplication,
  { method, path, token, body }: DemonstrationRequest,
): Promise<unknown> {
  const answer = await app.inject({
    method,
    url: path,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
  if (answer.statusCode !== 200) {
    throw new Error(
      `The demonstration data can not be made: ${method} ${path} answers ${answer.statusCode} ${answer.body}`,
    );
  }
  return answer.body === '' ? undefined : answer.json();
}
