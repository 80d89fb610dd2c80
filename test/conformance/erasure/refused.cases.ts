import { describe, expect, it } from '@jest/globals';
import { expectProblems, expectStatus, expectUnchanged } from '../../support/running-service.js';
import { erasurePath, person, service, strict } from './set-up.js';

const YEAR = 366 * 86_400_000;

describe('erasure of a person', () => {
  it('is refused while the hold lasts, and says until when', async () => {
    const { loginId } = { loginId: await strict.member() };
    const { body } = await strict.operator.get(erasurePath(loginId));
    const { heldUntil } = body as { heldUntil: string };
    expect(body).toMatchObject({ status: 'held', accountsWithPositions: [], erasure: null });
    const years = Date.parse(heldUntil) - Date.now();
    expect(years).toBeGreaterThan(5.9 * YEAR);
    const answer = await expectUnchanged(strict, () => strict.operator.post(erasurePath(loginId)));
    expectProblems(answer, [
      { type: 'VALIDATION_RULE', errorCode: 'member.erasure.retention.rule' },
    ]);
    expect(JSON.stringify(answer.body)).toContain(heldUntil.slice(0, 19));
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
