import type { ClientAnswer } from '#libs/client';
import { expectStatus } from '../../support/running-service.js';
import { address, type Body, service } from './set-up.js';

export const FIRMS = '/restapi/firms';

export const create = (body: Body, client = service.client): Promise<ClientAnswer> =>
  client.post(FIRMS, body);

/** Body of a corporate firm. The firm rep is a new member unless one is given. */
export const firmBody = async (fields: Body = {}): Promise<Body> => ({
  firmName: 'Doe Holdings Inc.',
  firmTaxId: '123456789',
  primaryAddress: address(),
  ...('firmRep' in fields ? {} : { firmRep: await service.member() }),
  ...fields,
});

/** Creates a corporate firm. Returns its id. */
export const created = async (fields: Body = {}, client = service.client): Promise<string> => {
  const answer = await create(await firmBody(fields), client);
  expectStatus(answer, 201);
  return answer.location?.split('/').at(-1) ?? '';
};

/** Problem of an invalid firm rep. */
export const invalidRep = [
  {
    type: 'VALIDATION_RULE',
    field: 'firmRep',
    errorCode: 'group.firm.invalid.representative',
  },
] as const;
