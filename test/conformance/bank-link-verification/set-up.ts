import { afterAll, beforeAll } from '@jest/globals';
import { type ClientAnswer } from '#libs/client';
import { expectExactly, expectUnchanged, ServiceUnderTest } from '../../support/running-service.js';
import { LinkUnderTest } from '../bank-links.fixture.js';

export const Code = {
  Null: 'banklink.null.restbanklink.internal.error',
  NotOwned: 'banklink.not.owned.by.account',
  Uri: 'uri.matching.rule',
  Op: 'banklink.invalid.operation.should.be.delete.verify_md.or.verify_own',
  User: 'banklink.api.user.not.found.internal.error',
  Permission: 'banklink.api.user.needs.money.mover.or.better.permissions.for.account',
  NoMember: 'banklink.no.member.found.for.loginid',
  NotOwner: 'banklink.loginid.provide.not.account.owner',
  Wrong: 'banklink.verification.failed.microdeposits.due.to.incorrect.microdeposit.amounts',
  Final: 'banklink.final.verification.failure.no.more.attempts',
} as const;
export const FINAL = {
  type: 'VALIDATION_RULE' as const,
  errorCode: Code.Final,
  message: 'Banklink status=D',
};

export let service: ServiceUnderTest;
/** For cases that use no attempt and change nothing. */
export let link: LinkUnderTest;
export let stranger: string;

/** Expects a request to be refused and to store nothing. */
export async function refusedUnchanged(
  send: () => Promise<ClientAnswer>,
  ...problems: Parameters<typeof expectExactly>[1]
): Promise<void> {
  expectExactly(await expectUnchanged(service, send), problems);
}

/** Sends arbitrary bytes with a client token. */
export function raw(path: string, body: string): Promise<Response> {
  return fetch(service.service.url + path, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${service.credentials.tokens.client}`,
      'content-type': 'application/json',
    },
    ...(body !== '' && { body }),
  });
}

/** Starts the service and a bank link before the cases of its verification. */
export function setUp(): void {
  beforeAll(async () => {
    service = await ServiceUnderTest.shared();
    link = await LinkUnderTest.create(service);
    stranger = await service.member();
  });
  afterAll(() => service.stop());
}
