import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  type Credentials,
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
 * Sees to it that an embedded directory has its demonstration firm and a current `credentials.json` (decisions §11). Everything
 * is put through the back office's own requests, so a start that was interrupted is simply finished by the next.
 * @param baseUrl where the service can be reached; changes when it listens elsewhere
 */
export async function ensureDemonstration(
  platform: Platform,
  app: NestFastifyApplication,
  baseUrl: string,
): Promise<void> {
  const { dataDir } = platform.config;
  const known = await readCredentials(dataDir);
  if (known?.baseUrl === baseUrl) return;
  const credentials = known ?? (await createDemonstration(platform, app));
  await writeCredentials(dataDir, { ...credentials, baseUrl });
}

async function createDemonstration(
  platform: Platform,
  app: NestFastifyApplication,
): Promise<Omit<Credentials, 'baseUrl'>> {
  const issuer = await LocalIssuer.over(platform.keys, platform.clock);
  // each request comes from a caller of its own, so that no RATE_LIMIT_PER_SECOND is too low for the first start
  const request = async (
    method: 'PUT' | 'POST',
    role: 'operator' | 'backoffice',
    path: string,
    body: unknown,
  ): Promise<string> => {
    const token = await issuer.issue({ subject: `demo.start:${path}`, roles: [role], days: 1 });
    return send(app, token, method, path, body);
  };

  await request('PUT', 'operator', `/backoffice/firms/${FIRM_ID}`, firm);
  const client = `/backoffice/firms/${FIRM_ID}/clients/${API_KEY}`;
  const first = await request('PUT', 'operator', client, { loginId: API_LOGIN });
  // an earlier start may have made the client and died before it wrote the secret down
  const answer = first === '' ? await request('POST', 'operator', `${client}/secret`, {}) : first;
  for (const [oid, plan] of Object.entries(plans)) {
    await request('PUT', 'backoffice', `/backoffice/firms/${FIRM_ID}/billingplans/${oid}`, plan);
  }
  await request('PUT', 'backoffice', `/backoffice/rtgs/${RTG_OID}`, rtg);
  await request('PUT', 'backoffice', `/backoffice/privateplacementoffers/${OFFER_OID}`, offer);

  return {
    firmId: FIRM_ID,
    apiKey: API_KEY,
    sharedSecret: (JSON.parse(answer) as { sharedSecret: string }).sharedSecret,
    apiLoginId: API_LOGIN,
    billingPlans: PLAN_OIDS,
    rtgOid: RTG_OID,
    offerOid: OFFER_OID,
    tokens: {
      client: await issuer.issue({
        subject: 'demo.client',
        roles: ['client'],
        firmId: FIRM_ID,
        login: API_LOGIN,
      }),
      backoffice: await issuer.issue({ subject: 'demo.backoffice', roles: ['backoffice'] }),
      operator: await issuer.issue({ subject: 'demo.operator', roles: ['operator'] }),
      auditor: await issuer.issue({ subject: 'demo.auditor', roles: ['auditor'] }),
    },
  };
}

/** One request to the service itself, without the network; answers the body. */
async function send(
  app: NestFastifyApplication,
  token: string,
  method: 'PUT' | 'POST',
  url: string,
  payload: unknown,
): Promise<string> {
  const { statusCode, body } = await app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  });
  if (statusCode !== 200) {
    throw new Error(
      `The demonstration data can not be made: ${method} ${url} answers ${statusCode} ${body}`,
    );
  }
  return body;
}
