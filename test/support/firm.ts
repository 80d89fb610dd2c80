import type { BrokerageClient } from '#libs/client';
import { advisoryPlanBody, memberBody, signatureBody, uniqueName } from './bodies.js';
import { expectStatus } from './expect-status.js';

/** A firm with an API client and an advisory plan. */
export interface Firm {
  readonly firmId: string;
  readonly planOid: string;
  /** Credentials of its API client. */
  readonly key: { readonly apiKey: string; readonly sharedSecret: string };
}

/**
 * Creates a firm.
 * @param backoffice client that puts the plan, if the operator may not
 */
export async function makeFirm(operator: BrokerageClient, backoffice = operator): Promise<Firm> {
  const firmId = String(5_000_000_000 + Math.floor(Math.random() * 4_000_000_000));
  const firm = { name: 'A firm', firmType: 'L', billingLevel: 'account', entitlements: [] };
  expectStatus(await operator.put(`/backoffice/firms/${firmId}`, firm), 200);
  const apiKey = uniqueName('key');
  const path = `/backoffice/firms/${firmId}/clients/${apiKey}`;
  const made = await operator.put(path, { loginId: uniqueName('api') });
  expectStatus(made, 200);
  const { sharedSecret } = made.body as { sharedSecret: string };
  const planOid = '77';
  const planPath = `/backoffice/firms/${firmId}/billingplans/${planOid}`;
  expectStatus(await backoffice.put(planPath, advisoryPlanBody('Plan')), 200);
  return { firmId, planOid, key: { apiKey, sharedSecret } };
}

/** Opens and signs an individual account of a new member. Returns its number. */
export async function openAccount(client: BrokerageClient, { planOid }: Firm): Promise<string> {
  const member = memberBody();
  expectStatus(await client.post('/restapi/members', member), 201);
  const owner = String(member['loginId']);
  const opened = await client.post('/restapi/accounts', {
    accountName: uniqueName('a').slice(-16),
    accountType: 'I',
    billingPlanOid: planOid,
    primaryAccountOwner: owner,
  });
  expectStatus(opened, 201);
  const path = opened.location ?? '';
  expectStatus(await client.post(`${path}/customeragreement`, signatureBody(owner)), 200);
  return path.split('/').at(-1) ?? '';
}
