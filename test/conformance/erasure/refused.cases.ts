import { describe, expect, it } from '@jest/globals';
import { addDays, businessDate } from '#libs/platform/kernel';
import { expectProblems, expectStatus, expectUnchanged } from '../../support/running-service.js';
import { erasurePath, person, service, strict } from './set-up.js';

const YEAR = 366 * 86_400_000;

describe('erasure of a person [erasure.hold]', () => {
  it('is refused while the hold lasts, and says until when', async () => {
    const { loginId } = { loginId: await strict.member() };
    const { body } = await strict.operator.get(erasurePath(loginId));
    const { heldUntil } = body as { heldUntil: string };
    expect(body).toMatchObject({
      status: 'held',
      accountsWithPositions: [],
      accountsWithTransactions: [],
      erasure: null,
    });
    const years = Date.parse(heldUntil) - Date.now();
    expect(years).toBeGreaterThan(5.9 * YEAR);
    const answer = await expectUnchanged(strict, () => strict.operator.post(erasurePath(loginId)));
    expectProblems(answer, [
      { type: 'VALIDATION_RULE', errorCode: 'member.erasure.retention.rule' },
    ]);
    expect(JSON.stringify(answer.body)).toContain(heldUntil.slice(0, 19));
  });

  it('is refused until the hold after the last event on the person’s accounts ends', async () => {
    const [owner, guest] = [await strict.member(), await strict.member()];
    const accountNumber = await strict.account({ primaryAccountOwner: owner });
    const account = `/restapi/accounts/${accountNumber}`;
    const permission = { permission: 'DV', alertLevel: 'none', listOnReport: false };
    const granted = { loginId: guest, ...permission };
    expectStatus(await strict.client.post(`${account}/permissions`, granted), 201);
    const held = (): Promise<readonly string[]> =>
      Promise.all(
        [owner, guest].map(async (loginId) => {
          const { body } = await strict.operator.get(erasurePath(loginId));
          return (body as { heldUntil: string }).heldUntil;
        }),
      );
    const before = await held();
    const folio = { folioName: 'one', accountNumber, dividendReinvest: true };
    expectStatus(await strict.client.post(`${account}/folios`, folio), 201);
    const after = await held();
    expect(after.map((until, at) => until > (before[at] ?? ''))).toEqual([true, true]);
  });

  it('is refused while an account holds securities', async () => {
    const { loginId, accountNumber } = await person();
    const input = { folioName: 'one', accountNumber, dividendReinvest: true };
    const path = `/restapi/accounts/${accountNumber}/folios`;
    const created = await service.client.post(path, input);
    const positions = `/backoffice${(created.location ?? '').replace('/restapi', '')}/positions`;
    const held = [{ ticker: 'VTI', shareQuantity: '2' }];
    expectStatus(await service.backoffice.put(positions, held), 200);
    const send = () => service.operator.post(erasurePath(loginId));
    expectProblems(await expectUnchanged(service, send), [
      { errorCode: 'member.erasure.positions.rule' },
    ]);
  });

  it('is refused while money is under way, or will be', async () => {
    const { loginId, accountNumber } = await person();
    const path = `/restapi/accounts/${accountNumber}/cashtransactions`;
    const refused = async () => {
      const send = () => service.operator.post(erasurePath(loginId));
      const rule = { errorCode: 'member.erasure.transactions.rule' };
      expectProblems(await expectUnchanged(service, send), [rule]);
      const { body } = await service.auditor.get(erasurePath(loginId));
      expect(body).toMatchObject({ status: 'held', accountsWithTransactions: [accountNumber] });
    };
    const processDate = addDays(businessDate(new Date().toISOString()), 3);
    const check = { transactionType: 'CRW', amount: '5.00', processDate };
    const withdrawal = { ...check, distributionReasonCode: 'N' };
    const series = { repeatType: 'Y', repeatInterval: '10', endDateChoice: 'transfersInfinite' };
    const make = async () => {
      const made = await service.client.post(path, { ...withdrawal, ...series });
      expectStatus(made, 201);
      await refused();
      return made.location ?? '';
    };
    const cancel = async (location: string, cancelSeriesFlag: boolean) =>
      expectStatus(
        await service.client.put(location, { cancelReasonCode: '8', cancelSeriesFlag }),
        200,
      );
    await cancel(await make(), true);
    const ended = await service.auditor.get(erasurePath(loginId));
    expect(ended.body).toMatchObject({ status: 'erasable', accountsWithTransactions: [] });
    const goingOn = await make();
    const restrictions = `/restapi/accounts/${accountNumber}/restrictions`;
    const restriction = { reasonCode: '021', restrictionType: 'CR' };
    expectStatus(await service.client.post(restrictions, restriction), 201);
    await cancel(goingOn, false);
    await refused();
    const report = `/backoffice/accounts/${accountNumber}/cashtransactions/4711`;
    expectStatus(await service.backoffice.put(report, { ...withdrawal, status: 'PR' }), 200);
    await refused();
    expectStatus(await service.backoffice.put(report, { status: 'CL' }), 200);
    await refused();
  });

  it.each([
    ['GET', { client: 403, backoffice: 403, auditor: 200 }],
    ['POST', { client: 403, backoffice: 403, auditor: 403 }],
  ])('%s is for operators; auditors may read', async (method, statuses) => {
    const loginId = await service.member();
    for (const [role, status] of Object.entries(statuses)) {
      const caller = service[role as 'client' | 'backoffice' | 'auditor'];
      const path = erasurePath(loginId);
      const answer = await (method === 'GET' ? caller.get(path) : caller.post(path));
      expect([role, answer.status]).toEqual([role, status]);
    }
  });
});
