import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerageClient, type ClientAnswer } from '#libs/client';
import { expectStatus, ServiceUnderTest, uniqueName } from '../support/running-service.js';
import { linkBody } from './bank-links.fixture.js';
import { NOWHERE, plainWrites } from './writes/index.js';
import { makeWorld } from './writes/world.js';
import type { World, Write } from './writes/write.js';

/** Writes of an API client. */
const ofClients = Object.entries(plainWrites).filter(
  ([, make]) => (make(NOWHERE).role ?? 'client') === 'client',
);
/** Those that need a right on an account, except what its own stream keeps: that is decided in turn with the revocation. */
const onAccounts = ofClients.filter(([, make]) =>
  /^\/restapi\/accounts\/x\/(?!permissions|restrictions|customeragreement)/.test(
    make(NOWHERE).path,
  ),
);
/** What may be stored all the same: for what the key of the request was used, claims that are taken back, and the revocation. */
const REVOKING = /^(?:idempotency|reservation|client|account\.Permission|feed)/;

describe('What a request was let in with is revoked before it stores anything', () => {
  let service: ServiceUnderTest;
  let world: World;
  beforeAll(async () => {
    service = await ServiceUnderTest.start({}, {}, { oddRequests: true });
    const made = await makeWorld(service);
    // one that is not verified yet, so that wrong amounts use up an attempt
    const links = `/restapi/accounts/${made.account}/achbanklinks`;
    const link = await service.client.post(links, linkBody(made.owner));
    expectStatus(link, 201);
    world = { ...made, verifiable: link.location?.split('/').at(-1) ?? '' };
  });
  afterAll(() => service.stop());

  /** Sends a write that waits for `meanwhile` right before it stores its first event. */
  async function during(
    client: BrokerageClient,
    { method, path, headers, body }: Write,
    meanwhile: () => Promise<unknown>,
  ): Promise<{
    readonly answer: ClientAnswer;
    readonly waited: boolean;
    readonly stored: string[];
  }> {
    const { eventStore } = service.service.platform;
    const append = eventStore.append.bind(eventStore);
    const after = await service.head();
    let letIn = (): void => undefined;
    let goOn = (): void => undefined;
    const isIn = new Promise<true>((resolve) => (letIn = () => resolve(true)));
    const mayGo = new Promise<void>((resolve) => (goOn = resolve));
    eventStore.append = async (stream, expected, events, ...rest) => {
      if (events[0]?.type.startsWith('idempotency.RequestBegun.')) {
        letIn();
        await mayGo;
      }
      return append(stream, expected, events, ...rest);
    };
    try {
      const key = { 'idempotency-key': uniqueName('k') };
      const sent = client.request(method, path, body(), { ...headers, ...key });
      const waited = (await Promise.race([isIn, sent])) === true;
      if (waited) await meanwhile();
      goOn();
      const answer = await sent;
      const stored: string[] = [];
      for await (const { type } of eventStore.readAll({ after })) stored.push(type);
      return { answer, waited, stored: stored.filter((type) => !REVOKING.test(type)) };
    } finally {
      goOn();
      eventStore.append = append;
    }
  }

  it('the secret of a client: no write is carried out [auth.revoking errors.403]', async () => {
    const { firmId, apiKey } = service.credentials;
    let { sharedSecret } = service.credentials;
    const found: [string, number, string[]][] = [];
    for (const [name, make] of ofClients) {
      const client = new BrokerageClient(service.service.url, { apiKey, sharedSecret });
      const { answer, waited, stored } = await during(client, make(world), async () => {
        const path = `/backoffice/firms/${firmId}/clients/${apiKey}/secret`;
        const changed = await service.operator.post(path);
        expectStatus(changed, 200);
        ({ sharedSecret } = changed.body as { sharedSecret: string });
      });
      // what changes nothing never waits
      if (waited || stored.length > 0) found.push([name, answer.status, stored]);
    }
    expect(found.length).toBeGreaterThanOrEqual(ofClients.length - 3);
    const names = found.map(([name]) => name);
    expect(found).toEqual(names.map((name) => [name, 403, []]));
  });

  it('a permission: nothing is done on the account [auth.revoking permission.codes]', async () => {
    const { firmId, apiKey } = service.credentials;
    const secret = `/backoffice/firms/${firmId}/clients/${apiKey}/secret`;
    const { sharedSecret } = (await service.operator.post(secret)).body as { sharedSecret: string };
    const firm = new BrokerageClient(service.service.url, { apiKey, sharedSecret });
    const holder = await service.member({}, firm);
    const acting = new BrokerageClient(service.service.url, {
      apiKey,
      sharedSecret,
      memberId: holder,
    });
    const found: [string, number, string[]][] = [];
    for (const [name, make] of onAccounts) {
      const write = make(world);
      const [, , , account = ''] = write.path.split('/');
      const path = `/restapi/accounts/${account}/permissions`;
      const grant = { loginId: holder, permission: 'AM', alertLevel: 'all', listOnReport: false };
      expectStatus(await firm.post(path, grant), 201);
      const revoke = async (): Promise<void> => {
        expectStatus(await firm.request('DELETE', `${path}/${holder}`), 200);
      };
      const { answer, waited, stored } = await during(acting, write, revoke);
      if (!waited) await revoke();
      if (waited || stored.length > 0) found.push([name, answer.status, stored]);
    }
    expect(found.length).toBeGreaterThanOrEqual(onAccounts.length - 2);
    const names = found.map(([name]) => name);
    expect(found).toEqual(
      names.map((name) => [name, name.includes('microdeposits') ? 400 : 403, []]),
    );
  });
});
