import { describe, expect, it } from '@jest/globals';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  uniqueName,
} from '../../support/running-service.js';
import { ACCOUNTS } from '../accounts.fixture.js';
import { accounts, image, pathOf, pdf, reasons, sign, signatures, unsigned } from './set-up.js';

describe('Who may sign', () => {
  it('Permissions › a signer signs, others do not sign for the signer [permission.codes]', async () => {
    const { service, owner, partner } = accounts;
    const number = await accounts.opened('J');
    const viewer = await service.member();
    const grant = { loginId: viewer, permission: 'TM' };
    const path = `${ACCOUNTS}/${number}/permissions`;
    expectStatus(await service.client.post(path, grant), 201);
    for (const login of [viewer, await service.member(), 'nobody-at-all']) {
      for (const body of [pdf(owner), { junk: 1 }]) {
        const answer = await expectUnchanged(service, () => sign(number, body, service.as(login)));
        expectExactly(answer, [{ type: 'FORBIDDEN' }], 403);
      }
    }
    expectStatus(await sign(number, pdf(owner), service.as(owner)), 200);
    expectStatus(await sign(number, pdf(partner), service.as(partner)), 200);
    expect(await reasons(number)).toEqual([]);
  });

  it('Permissions › a signature is the own act of the signer: nobody who manages the account signs for an owner [permission.codes signature.response]', async () => {
    const { service, owner, partner } = accounts;
    const number = await accounts.opened('J');
    const manager = await service.member();
    const grant = { loginId: manager, permission: 'AM' };
    expectStatus(await service.client.post(`${ACCOUNTS}/${number}/permissions`, grant), 201);
    for (const login of [partner, manager]) {
      const answer = await expectUnchanged(service, () =>
        sign(number, pdf(owner), service.as(login)),
      );
      expectExactly(answer, [{ type: 'FORBIDDEN' }], 403);
    }
    expectStatus(await sign(number, pdf(partner), service.as(partner)), 200);
    expect(await reasons(number)).toEqual(['020']);
    expectStatus(await sign(number, pdf(owner)), 200);
    expect(await reasons(number)).toEqual([]);
  });

  it('Permissions › an advisor hands in what a client signed, but opens no account for others by that [permission.codes permission.at-creation]', async () => {
    const { service } = accounts;
    const advisor = await service.member();
    const client = await service.member({}, service.as(advisor));
    const stranger = await service.member();
    const opened = async (primaryAccountOwner: string): Promise<string> =>
      accounts.open(service.accountBody(primaryAccountOwner), service.as(advisor));
    const [own, other] = [await opened(client), await opened(stranger)];
    expectStatus(await sign(own, pdf(client), service.as(advisor)), 200);
    const answer = await expectUnchanged(service, () =>
      sign(other, pdf(stranger), service.as(advisor)),
    );
    expectExactly(answer, [{ type: 'FORBIDDEN' }], 403);
    expectStatus(await sign(other, pdf(stranger), service.as(stranger)), 200);
  });

  it('Who may call › roles › only clients [auth.bearer]', async () => {
    const { auditor, backoffice, operator } = accounts.service;
    for (const client of [auditor, backoffice, operator]) {
      const answer = await expectUnchanged(accounts.service, () =>
        sign(unsigned, pdf(accounts.owner), client),
      );
      expectExactly(answer, [{ type: 'FORBIDDEN' }], 403);
    }
    expectStatus(await auditor.get(pathOf(unsigned)), 200);
  });

  it("Wire › 404 › another firm's account and unknown ones, whatever is sent [errors.404]", async () => {
    const { client } = await accounts.service.otherFirm();
    for (const body of [pdf(accounts.owner), { junk: 1 }]) {
      expectExactly(
        await expectUnchanged(accounts.service, () => sign(unsigned, body, client)),
        [{ type: 'NOT_FOUND' }],
        404,
      );
      expectExactly(await sign('RZ00000000', body), [{ type: 'NOT_FOUND' }], 404);
    }
    expectStatus(await client.get(pathOf(unsigned)), 404);
  });

  it('Agreement › documents › are never served [signature.svg]', async () => {
    const number = await accounts.opened('I');
    const marker = uniqueName('mark');
    const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><!--${marker}--></svg>`);
    expectStatus(await sign(number, image(accounts.owner, 'SVG', svg)), 200);
    const text = JSON.stringify(await signatures(number));
    expect(text).not.toContain(marker);
    expect(text).not.toContain(svg.toString('base64').slice(0, 40));
  });
});
