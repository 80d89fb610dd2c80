import { afterAll, beforeAll } from '@jest/globals';
import type { BrokerageClient, ClientAnswer } from '#libs/client';
import { ManualClock } from '../../support/manual-clock.js';
import { expectStatus, ServiceUnderTest, uniqueName } from '../../support/running-service.js';

export type Body = Readonly<Record<string, unknown>>;
export const clock = new ManualClock(Date.now());

export let service: ServiceUnderTest;
export let stranger: BrokerageClient;
export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/;
export const itemsPath = (loginId: string): string => `/restapi/members/${loginId}/ifas`;
export const itemPath = (loginId: string, id: string): string => `${itemsPath(loginId)}/${id}`;

export const list = async (loginId: string, query = ''): Promise<Body[]> => {
  const answer = await service.client.get(itemsPath(loginId) + query);
  expectStatus(answer, 200);
  return answer.body as Body[];
};

export const get = async (loginId: string, id: string): Promise<Body> => {
  const answer = await service.client.get(itemPath(loginId, id));
  expectStatus(answer, 200);
  return answer.body as Body;
};

export const put = (loginId: string, id: string, body: unknown): Promise<ClientAnswer> =>
  service.backoffice.put(`/backoffice/members/${loginId}/ifas/${id}`, body);

export const newItem = async (loginId: string, fields: Body = {}): Promise<string> => {
  const id = uniqueName('i');
  expectStatus(await put(loginId, id, { ifaType: 'NO', ...fields }), 200);
  return id;
};

export const act = (
  loginId: string,
  id: string,
  action: unknown,
  client = service.client,
): Promise<ClientAnswer> => client.put(itemPath(loginId, id), { action });

export const memberOidOf = async (loginId: string): Promise<unknown> =>
  ((await service.client.get(`/restapi/members/${loginId}`)).body as Body)['memberOid'];

/** Starts the service before the cases of items for attention and stops it after them. */
export function setUp(): void {
  beforeAll(async () => {
    service = await ServiceUnderTest.start({ clock });
    stranger = (await service.otherFirm()).client;
  });
  afterAll(() => service.stop());
}
