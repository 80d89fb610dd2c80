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
  OFFER_DOCUMENT_ID,
  OFFER_OID,
  offerDocument,
  PLAN_OIDS,
  plans,
  rtg,
  RTG_OID,
} from './demonstration-data.js';

/**
 * Ensures that an embedded service has its demonstration firm and a current `credentials.json`. The data is sent through the back office's
 * routes, which are idempotent, so the next start completes an interrupted one.
 * @param baseUrl where the service can be reached; may change between starts
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
  const credentials =
    known ?? (await makeDemonstration(issuer, (request) => send(app, request), undefined, true));
  await writeCredentials(config.dataDir, { ...credentials, baseUrl });
}

/** A request that creates part of the demonstration. */
interface DemonstrationRequest {
  readonly method: 'PUT' | 'POST';
  readonly path: string;
  readonly token: string;
  readonly body: unknown;
}

/**
 * Creates the demonstration firm with its API client, plans, RTG model, and offer with a document. Existing resources stay as they are; tokens are always
 * issued anew.
 * @param send returns the body of a successful response and rejects otherwise
 * @param knownSecret the API client's secret from an earlier call; without it, an existing client gets a new secret
 * @param isSandbox whether to create the firm as a sandbox (embedded stores)
 */
export async function makeDemonstration(
  issuer: LocalIssuer,
  send: (request: DemonstrationRequest) => Promise<unknown>,
  knownSecret?: string,
  isSandbox = false,
): Promise<Omit<Credentials, 'baseUrl'>> {
  // each request has a subject of its own, so that even the lowest RATE_LIMIT_PER_SECOND does not reject it
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
  const offered = `/backoffice/privateplacementoffers/${OFFER_OID}`;
  await request('PUT', 'backoffice', offered, offer);
  await request('PUT', 'backoffice', `${offered}/documents/${OFFER_DOCUMENT_ID}`, offerDocument);
  // an earlier call may have created the client and died before the secret was stored
  const sharedSecret =
    first ?? knownSecret ?? secretIn(await request('POST', 'operator', `${client}/secret`, {}));
  if (sharedSecret === undefined) throw new Error('The service returned no shared secret.');
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

/** Returns the secret in a response body; most have none. */
function secretIn(body: unknown): string | undefined {
  return (body as { readonly sharedSecret?: string } | undefined)?.sharedSecret;
}

/** Sends a request to the service in the same process. */
async function send(
  app: NestFastifyApplication,
  { method, path, token, body }: DemonstrationRequest,
): Promise<unknown> {
  const response = await app.inject({
    method,
    url: path,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
  if (response.statusCode !== 200) {
    throw new Error(
      `Can't create the demonstration data: ${method} ${path} returned ${response.statusCode} ${response.body}`,
    );
  }
  return response.body === '' ? undefined : response.json();
}
