import type { ClientAnswer } from '#libs/client';
import { expectStatus } from '../../support/running-service.js';
import { address, type Body, service } from './set-up.js';

export const FIRMS = '/restapi/firms';

export const create = (body: Body, client = service.client): Promise<ClientAnswer> =>
  client.post(FIRMS, body);

/** Body of a corporate firm, of a new member as firm rep, unless one is named. */
export const firmBody = async (fields: Body = {}): Promise<Body> => ({
  firmName: 'Doe Holdings Inc.',
  firmTaxId: '123456789',
  primaryAddress: address(),
  ...('firmRep' in fields ? {} : { firmRep: await service.member() }),
  ...fields,
});

/** A corporate firm; answers its id. */
export const created = async (fields: Body = {}, client = service.client): Promise<string> => {
  const answer = await create(await firmBody(fields), client);
  expectStatus(answer, 201);
  return answer.location?.split('/').at(-1) ?? '';
};

/** What is said of somebody who can't be firm rep. */
export const invalidRep = [
  {
    type: 'VALIDATION_RULE',
    field: 'firmRep',
    errorCode: 'group.firm.invalid.representative',
  },
] as const;
