import { describe, expect, it } from '@jest/globals';
import { addDays } from '#libs/platform/kernel';
import { expectStatus } from '../../support/running-service.js';
import { today, unusedOid } from '../cash.fixture.js';
import { cash, service } from './set-up.js';

describe('POST …/cashtransactions', () => {
  it('201, empty body, Location, ETag; Cash transaction › every field of the table is in the GET [cash.create cash.* cash.get request.decimals]', async () => {
    const answer = await cash.post(cash.deposit({ sourceId: Number(cash.link) }));
    expectStatus(answer, 201);
    expect(answer.body).toBeUndefined();
    expect(answer.headers.get('location')).toMatch(
      new RegExp(`^${service.service.url}${cash.path}/[1-9][0-9]{14}$`),
    );
    const shown = await service.client.get(answer.location ?? '');
    expectStatus(shown, 200);
    expect(shown.headers.get('etag')).toBe(answer.headers.get('etag'));
    expect(shown.body).toEqual({
      oid: answer.location?.split('/').at(-1),
      transactionType: 'AHD',
      sourceId: cash.link,
      targetId: cash.accountNumber,
      sourceDescription: expect.stringMatching(/^First Bank \d{4}$/),
      targetDescription: expect.any(String),
      amount: '250.00',
      accountFees: '0.00',
      repeatType: 'O',
      processDate: addDays(today(), 7),
      repeatInterval: null,
      repeatOffset: null,
      endDate: null,
      endDateChoice: null,
      iraContributionYear: null,
      distributionReasonCode: null,
      fedWithholdType: null,
      fedWithholdAmount: null,
      stateWithholdType: null,
      stateWithholdAmount: null,
      repeatCashTransactionOid: null,
      status: 'PD',
      cancelReason: null,
      cancelReasonCode: null,
      accountRegistration: 'Jane Doe',
      createDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
    });
  });

  it.each(['AHW', 'WIW', 'CRW', 'COW'])(
    'Cash transaction › transactionType %s › from the account to a bank link [cash.transactionType]',
    async (transactionType) => {
      const oid = await cash.make(cash.withdrawal({ transactionType, amount: 12.5 }));
      expect(await cash.read(oid)).toMatchObject({
        transactionType,
        sourceId: cash.accountNumber,
        targetId: cash.link,
        amount: '12.50',
      });
    },
  );

  it('Cash transaction › sourceId, targetId › the account may be left out; a check needs no bank link [cash.sourceId cash.targetId]', async () => {
    const deposit = await cash.make(cash.deposit({ targetId: null }));
    expect(await cash.read(deposit)).toMatchObject({ targetId: cash.accountNumber });
    const body = { ...cash.withdrawal({ transactionType: 'CRW' }), targetId: undefined };
    expect(await cash.read(await cash.make(body))).toMatchObject({
      sourceId: cash.accountNumber,
      targetId: null,
      targetDescription: 'Check by mail',
    });
  });

  it('a repeated Idempotency-Key makes one transaction [request.idempotency]', async () => {
    const key = { 'idempotency-key': unusedOid() };
    const body = cash.deposit({ amount: '77.01' });
    const first = await service.client.post(cash.path, body, key);
    const again = await service.client.post(cash.path, body, key);
    expectStatus(again, 201);
    expect(again.location).toBe(first.location);
    expect(await cash.list('?minAmount=77.01&maxAmount=77.01')).toHaveLength(1);
  });
});
