import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ops } from '../../../test/support/ops-process.js';
import { linkBody } from '../../../test/conformance/bank-links.fixture.js';
import { ServiceUnderTest } from '../../../test/support/running-service.js';

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await ServiceUnderTest.shared();
});
afterAll(() => service.stop());

it('unlock lets a bank account be verified again, in the name of --as', async () => {
  const { client } = service;
  const { dataDir } = service.service.platform.config;
  const owner = await service.member();
  const path = `/restapi/accounts/${await service.account({ primaryAccountOwner: owner })}`;
  const body = linkBody(owner);
  let oid = '';
  for (let links = 0; links < 3; links++) {
    const { location = '' } = await client.post(`${path}/achbanklinks`, body);
    oid = location.split('/').at(-1) ?? '';
    for (let attempt = 0; attempt < 3; attempt++) {
      const verify = { bankLinkOid: oid, md1: '0', md2: '0', op: 'verify_md', ownerLoginId: owner };
      await client.put(`${path}/verify/microdeposits/${oid}`, verify);
    }
  }
  expect((await client.post(`${path}/achbanklinks`, body)).status).toBe(400);

  const unlocked = await ops(dataDir, ['bank-links', 'unlock', oid, '--as', 'jane.roe']);
  const stdout = `The bank account of link ${oid} may be verified again.\n`;
  expect(unlocked).toEqual({
    status: 0,
    stderr: expect.stringMatching(/^Writing to \S+\.\n$/),
    stdout,
  });
  expect((await client.post(`${path}/achbanklinks`, body)).status).toBe(201);
  const history = await client.get(`${path}/history?order=newest&limit=10`);
  expect(JSON.stringify(history.body)).toContain('jane.roe');

  const unknown = await ops(dataDir, ['bank-links', 'unlock', '999999999999999']);
  expect(unknown).toMatchObject({ status: 3, stdout: '' });
  expect(unknown.stderr).toContain('There is no bank link 999999999999999.\n');
});
