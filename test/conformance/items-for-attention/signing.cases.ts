import { describe, expect, it } from '@jest/globals';
import {
  expectStatus,
  signatureBody,
  uniqueName,
  validSsn,
} from '../../support/running-service.js';
import { act, type Body, get, list, memberOidOf, put, service, TIMESTAMP } from './set-up.js';

describe('Customer agreements and IFAs › an SA item for every required signer', () => {
  const minor = (): Body => ({
    firstName: 'Kid',
    lastName: 'Doe',
    dateOfBirth: '2015-01-01',
    ssn: validSsn(),
    citizenship: 'C',
    state: 'NY',
  });

  const TAXATION: Readonly<Record<string, Body>> = {
    A: { taxClassification: 'C' },
    F: { taxClassification: 'P' },
  };

  /** Opens an account. Returns its number, its signers, and owners who need not sign. */
  async function open(
    accountType: string,
  ): Promise<{ accountNumber: string; signers: string[]; others: string[] }> {
    const [owner, partner] = [await service.member(), await service.member()];
    if ('JKLMX'.includes(accountType)) {
      const trust = accountType === 'X' ? { accountRegistrationInfo: 'The Doe Trust' } : {};
      const accountNumber = await service.account({
        accountType,
        primaryAccountOwner: owner,
        jointOwners: [partner],
        ...trust,
      });
      return { accountNumber, signers: [owner, partner], others: [] };
    }
    if (!'DAFEBVCH'.includes(accountType)) {
      const custodial = accountType === 'U' ? { minor: minor() } : {};
      const accountNumber = await service.account({
        accountType,
        primaryAccountOwner: owner,
        ...custodial,
      });
      return { accountNumber, signers: [owner], others: [] };
    }
    const address = { line1: '1 Main St', city: 'Dover', state: 'DE', zipcode: '19901' };
    const firm = await service.client.post('/restapi/firms', {
      firmName: 'Doe Inc.',
      firmTaxId: '123456789',
      firmRep: owner,
      primaryAddress: address,
    });
    expectStatus(firm, 201);
    const trustee = uniqueName('t');
    expectStatus(
      await service.client.post('/restapi/trustees', {
        loginId: trustee,
        firstName: 'Tom',
        lastName: 'Trust',
        dateOfBirth: '1970-01-01',
        email1: 'tom@example.com',
      }),
      201,
    );
    const accountNumber = await service.account({
      accountType,
      primaryAccountOwner: firm.location?.split('/').at(-1) ?? '',
      trustees: [trustee],
      accountRegistrationInfo: 'Doe Inc.',
      ...TAXATION[accountType],
    });
    return { accountNumber, signers: [owner], others: [partner] };
  }

  it.each('IJKLMU9PQRSXDAFEBVCH'.split(''))(
    'IFA › account type %s › raised at opening, agreed by the signature [signature.items]',
    async (accountType) => {
      const { accountNumber, signers, others } = await open(accountType);
      for (const loginId of others) expect(await list(loginId)).toEqual([]);
      for (const loginId of signers) {
        const items = await list(loginId);
        expect(items).toHaveLength(1);
        const [item] = items;
        expect(item).toMatchObject({
          ifaType: 'SA',
          ifaStatus: 'I',
          targetOid: accountNumber,
          targetOidType: 'A',
          forceResponse: true,
          viewsRemaining: -100,
          memberOid: await memberOidOf(loginId),
          actorOid: null,
          actionDateTime: null,
        });
      }
      const path = `/restapi/accounts/${accountNumber}`;
      for (const loginId of signers) {
        expect((await service.client.get(path)).body).toMatchObject({
          accountStatus: 'RESTRICTED',
        });
        await service.sign(accountNumber, loginId);
        expect(await list(loginId)).toEqual([
          expect.objectContaining({
            ifaStatus: 'A',
            itemForAttentionStatus: 'A',
            actorOid: await memberOidOf(loginId),
            actionDateTime: expect.stringMatching(TIMESTAMP),
          }),
        ]);
      }
      expect((await service.client.get(path)).body).toMatchObject({ accountStatus: 'OPEN' });
    },
  );

  it('IFA › two accounts of one owner › only the signed one’s item is agreed [signature.items]', async () => {
    const owner = await service.member();
    const [one, two] = [
      await service.account({ primaryAccountOwner: owner }),
      await service.account({ primaryAccountOwner: owner }),
    ];
    await service.sign(two, owner);
    const statuses = (await list(owner)).map(({ targetOid, ifaStatus }) => [targetOid, ifaStatus]);
    expect(new Map(statuses as [string, string][])).toEqual(
      new Map([
        [one, 'I'],
        [two, 'A'],
      ]),
    );
  });

  it('IFA › a signature agrees to an item that the advisor had rejected [signature.items]', async () => {
    const owner = await service.member();
    const account = await service.account({ primaryAccountOwner: owner });
    const [item] = await list(owner);
    const id = String(item?.['id']);
    const rejected = { ...item, ifaStatus: 'N', itemForAttentionStatus: 'N' };
    expectStatus(await put(owner, id, rejected), 200);
    await service.sign(account, owner);
    expect(await get(owner, id)).toMatchObject({ ifaStatus: 'A' });
  });

  it('Customer agreement › signed again › the document is stored, the item stays agreed [signature.without-item]', async () => {
    const owner = await service.member();
    const account = await service.account({ primaryAccountOwner: owner });
    const path = `/restapi/accounts/${account}/customeragreement`;
    const digest = async (): Promise<unknown> =>
      ((await service.client.get(path)).body as { sha256: unknown }[]).map(({ sha256 }) => sha256);
    await service.sign(account, owner);
    const [item, before] = [await list(owner), await digest()];
    const signatureData = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString(
      'base64',
    );
    expectStatus(await service.client.post(path, { ...signatureBody(owner), signatureData }), 200);
    expect(await digest()).not.toEqual(before);
    expect(await list(owner)).toEqual(item);
  });

  it('IFA › agreeing to the item is no signature: the account stays restricted [signature.items]', async () => {
    const owner = await service.member();
    const account = await service.account({ primaryAccountOwner: owner });
    const [item] = await list(owner);
    expectStatus(await act(owner, String(item?.['id']), 'A'), 200);
    const { body } = await service.client.get(`/restapi/accounts/${account}`);
    expect(body).toMatchObject({ accountStatus: 'RESTRICTED' });
  });
});
