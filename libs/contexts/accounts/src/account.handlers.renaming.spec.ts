import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { opened, stateOf, uniqueLogin } from '../test/opened-accounts.js';
import { codesIn, metadata, Running } from '../test/running.js';
import { nameClaim } from './account.facts.js';

let running: Running;

beforeAll(async () => {
  running = await Running.start();
  await running.firm();
});

afterAll(() => running.stop());

describe('the name of an account', () => {
  it('a rename frees the old name and takes the new one', async () => {
    const owner = await running.member(uniqueLogin());
    const accountNumber = await opened(running, owner, 'Old');
    const commandId = randomUUID();
    const renamed = await running.update(accountNumber, { accountName: 'New' }, { commandId });
    expect(codesIn(renamed)).toEqual([]);
    const repeated = await running.update(accountNumber, { accountName: 'New' }, { commandId });
    expect(repeated).toMatchObject({ repeated: true });
    await opened(running, owner, 'Old');
    const taken = await running.open({ accountName: 'New', primaryAccountOwner: owner });
    expect(codesIn(taken)).toEqual(['account.unique.name.rule']);
  });

  it('a rename to a taken name is refused with everything else that is wrong', async () => {
    const owner = await running.member(uniqueLogin());
    await opened(running, owner, 'Taken');
    const accountNumber = await opened(running, owner, 'Mine');
    const outcome = await running.update(accountNumber, {
      accountName: 'TAKEN',
      billingPlanOid: '9003',
    });
    expect([...codesIn(outcome)].sort()).toEqual([
      'account.invalid.billing.plan',
      'account.unique.name.rule',
    ]);
  });

  it('a refused rename takes nothing', async () => {
    const owner = await running.member(uniqueLogin());
    const accountNumber = await opened(running, owner, 'Mine');
    const stale = await running.update(accountNumber, { accountName: 'Wish' }, { ifMatch: [0] });
    expect(codesIn(stale)).toEqual(['resource.changed']);
    await opened(running, owner, 'Wish');
  });

  it('of many renames to one name at once one account gets it', async () => {
    const owner = await running.member(uniqueLogin());
    const numbers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => opened(running, owner, `Name ${index}`)),
    );
    const outcomes = await Promise.all(
      numbers.map((accountNumber) => running.update(accountNumber, { accountName: 'Prize' })),
    );
    expect(outcomes.filter((outcome) => codesIn(outcome).length === 0)).toHaveLength(1);
    const names = await Promise.all(
      numbers.map(async (one) => (await stateOf(running, one)).details),
    );
    expect(names.filter(({ accountName }) => accountName === 'Prize')).toHaveLength(1);
  });

  it('renames of one account that cross leave its name reserved and all others free', async () => {
    const owner = await running.member(uniqueLogin());
    const accountNumber = await opened(running, owner, 'A');
    await Promise.all(
      ['B', 'A', 'C', 'B', 'A'].map((accountName) =>
        running.update(accountNumber, { accountName }),
      ),
    );
    const { accountName: name } = (await stateOf(running, accountNumber)).details;
    for (const accountName of ['A', 'B', 'C']) {
      const claim = nameClaim('RZ00000000', owner, accountName);
      const free = await running.platform.reservations.reserve(claim, metadata());
      expect([accountName, free]).toEqual([accountName, accountName !== name]);
    }
  });
});
