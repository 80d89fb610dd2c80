import { describe, expect, it } from '@jest/globals';
import type { ClientAnswer } from '#libs/client';
import { FIELD, VALUE } from '../../support/problems.js';
import {
  expectStatus,
  expectUnchanged,
  memberBody,
  signatureBody,
} from '../../support/running-service.js';
import { ACCOUNTS, expectWritten, isCorporate, type Type, TYPES } from '../accounts.fixture.js';
import {
  accounts,
  documentOf,
  image,
  pathOf,
  PDF,
  pdf,
  PNG,
  reasons,
  refused,
  sha256,
  sign,
  signatures,
} from './set-up.js';

describe('Required signers', () => {
  /** An account of a type, and its required signers. */
  async function unsignedOf(type: Type): Promise<[string, readonly string[]]> {
    const body = await accounts.body(type);
    const joint = (body['jointOwners'] ?? []) as string[];
    const { firmRep } = await accounts.unusedFirm();
    const signers = isCorporate(type) ? [firmRep] : [accounts.owner, ...joint];
    return [await accounts.open(body), signers];
  }

  it.each(TYPES)(
    'Accounts › restriction › the last signature lifts 020: %s [restriction.lift restriction.new-account]',
    async (type) => {
      const [number, signers] = await unsignedOf(type);
      for (const [index, loginId] of signers.entries()) {
        expect(await reasons(number)).toEqual(['020']);
        expect(await accounts.items(number, loginId)).toMatchObject([
          { ifaType: 'SA', ifaStatus: 'I', targetOidType: 'A' },
        ]);
        const body = signatureBody(loginId);
        expectWritten(await sign(number, body), 200, pathOf(number));
        expect(await accounts.items(number, loginId)).toMatchObject([
          { ifaType: 'SA', ifaStatus: 'A' },
        ]);
        expect(await signatures(number)).toHaveLength(index + 1);
      }
      expect(await reasons(number)).toEqual([]);
      expect((await accounts.eventTypes(number)).slice(-2)).toEqual([
        'account.AgreementSigned',
        'account.RestrictionLifted',
      ]);
    },
  );

  it('Accounts › restriction › any order; the first does not lift it [restriction.lift]', async () => {
    const third = await accounts.service.member();
    const number = await accounts.opened('K', { jointOwners: [accounts.partner, third] });
    for (const loginId of [third, accounts.partner]) {
      expectStatus(await sign(number, signatureBody(loginId)), 200);
      expect(await reasons(number)).toEqual(['020']);
    }
    expectStatus(await sign(number, signatureBody(accounts.owner)), 200);
    expect(await reasons(number)).toEqual([]);
  });

  it("Accounts › restriction › a signer's failed identity check keeps it until one is passed [restriction.lift restriction.refuses member.identity-check]", async () => {
    const { service } = accounts;
    const fields = memberBody();
    const loginId = String(fields['loginId']);
    expectStatus(
      await service.client.post('/restapi/members?asynchronousSSNValidation=true', fields),
      201,
    );
    const report = (cipStatus: string): Promise<ClientAnswer> =>
      service.backoffice.put(`/backoffice/members/${loginId}/verification`, { cipStatus });
    const number = await accounts.opened('I', { primaryAccountOwner: loginId });
    expectStatus(await report('FAILED'), 200);
    expectStatus(await sign(number, signatureBody(loginId)), 200);
    expect(await reasons(number)).toEqual(['022']);
    expect(await accounts.get(number)).toMatchObject({ accountStatus: 'RESTRICTED' });
    expectStatus(await report('PASSED'), 200);
    expect(await reasons(number)).toEqual([]);
  });

  it('Accounts › restriction › both signers at once [restriction.lift]', async () => {
    const number = await accounts.opened('J');
    const answers = await Promise.all(
      [accounts.owner, accounts.partner].map((loginId) => sign(number, signatureBody(loginId))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await reasons(number)).toEqual([]);
    const types = await accounts.eventTypes(number);
    expect(types.filter((type) => type === 'account.RestrictionLifted')).toHaveLength(1);
  });

  it('States › no IFA › the document is stored anyway, without effect [signature.without-item]', async () => {
    const corporate = await accounts.opened('A');
    expectStatus(await sign(corporate, pdf(accounts.trustee)), 200);
    expect(await signatures(corporate)).toMatchObject([
      { loginId: accounts.trustee, sha256: sha256(PDF) },
    ]);
    expect(await documentOf(corporate)).toEqual(PDF);
    expect(await reasons(corporate)).toEqual(['020']);
    // even once everybody has signed
    const number = await accounts.opened('I');
    expectStatus(await sign(number, signatureBody(accounts.owner)), 200);
    const viewer = await accounts.service.member();
    const grant = { loginId: viewer, permission: 'DV' };
    const path = `${ACCOUNTS}/${number}/permissions`;
    expectStatus(await accounts.service.client.post(path, grant), 201);
    expectStatus(await sign(number, pdf(viewer)), 200);
    expect(await signatures(number)).toHaveLength(2);
  });

  it('Agreement › repeated › the same document is stored once [signature.response]', async () => {
    const number = await accounts.opened('J');
    expectStatus(await sign(number, pdf(accounts.owner)), 200);
    const again = await expectUnchanged(accounts.service, () => sign(number, pdf(accounts.owner)));
    expectWritten(again, 200, pathOf(number));
    expect(await reasons(number)).toEqual(['020']);
  });

  it('Agreement › repeated › another document replaces the first, nothing is lifted twice [restriction.lift signature.items]', async () => {
    const number = await accounts.opened('I');
    expectStatus(await sign(number, pdf(accounts.owner)), 200);
    const items = await accounts.items(number, accounts.owner);
    expect(items).toMatchObject([{ ifaStatus: 'A' }]);
    expectStatus(await sign(number, image(accounts.owner, 'PNG')), 200);
    expect(await signatures(number)).toMatchObject([
      { signatureMethod: 'SIGNATURE_IMAGE', sha256: sha256(PNG) },
    ]);
    const types = await accounts.eventTypes(number);
    expect(types.filter((type) => type === 'account.RestrictionLifted')).toHaveLength(1);
    expect(types.filter((type) => type === 'account.AgreementSigned')).toHaveLength(2);
    // the item keeps the time of the first signature
    expect(await accounts.items(number, accounts.owner)).toEqual(items);
  });

  it("Agreement › loginId › somebody who isn't a party [signature.loginId]", async () => {
    const { client } = await accounts.service.otherFirm();
    const foreigner = await accounts.service.member({}, client);
    for (const loginId of ['nobody', accounts.partner, foreigner]) {
      await refused(pdf(loginId), { ...FIELD, field: 'loginId', errorCode: VALUE });
    }
  });

  it('Restrictions › other restrictions stay when 020 is lifted [restriction.lift]', async () => {
    const number = await accounts.opened('I');
    const { client } = accounts.service;
    expectStatus(await client.post(`${ACCOUNTS}/${number}/restrictions`, {}), 201);
    expect(await reasons(number)).toEqual(['020', '021']);
    expectStatus(await sign(number, pdf(accounts.owner)), 200);
    expect(await reasons(number)).toEqual(['021']);
    expect(await accounts.read(number)).toMatchObject({ accountStatus: 'RESTRICTED' });
  });
});
