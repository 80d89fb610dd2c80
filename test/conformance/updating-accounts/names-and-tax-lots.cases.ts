import { describe, expect, it } from '@jest/globals';
import { CHOICE, DATE, FIELD, RULE, VALUE } from '../../support/problems.js';
import { expectExactly, expectStatus } from '../../support/running-service.js';
import { inTwoDays, METHODS, OTHER_TYPE } from '../accounts.fixture.js';
import { accounts, individual, ira, name } from './set-up.js';

describe('accountName', () => {
  const taken = { ...RULE, field: 'accountName', errorCode: 'account.unique.name.rule' };

  it('Accounts › accountName › unique on update; an account may keep its own name [account.accountName]', async () => {
    const primaryAccountOwner = await accounts.service.member();
    await accounts.opened('I', { primaryAccountOwner, accountName: 'First' });
    const second = await accounts.opened('R', { primaryAccountOwner, accountName: 'Second' });
    for (const accountName of ['First', 'FIRST', ' first ']) {
      await accounts.notUpdated(second, { accountName }, taken);
    }
    for (const accountName of ['Second', 'SECOND', 'Second 2', 'Second  2', 'second 2']) {
      expect(await accounts.updated(second, { accountName })).toMatchObject({ accountName });
    }
  });

  it('Accounts › accountName › a name given up is free again [account.accountName]', async () => {
    const primaryAccountOwner = await accounts.service.member();
    const first = await accounts.opened('I', { primaryAccountOwner, accountName: 'One' });
    await accounts.updated(first, { accountName: 'Two' });
    const second = await accounts.opened('I', { primaryAccountOwner, accountName: 'one' });
    await accounts.notUpdated(first, { accountName: 'One' }, taken);
    await accounts.updated(second, { accountName: 'Three' });
    await accounts.updated(first, { accountName: 'One' });
    await accounts.updated(second, { accountName: 'Two' });
  });

  it('Accounts › accountName › unique, even with concurrent updates [account.accountName]', async () => {
    const primaryAccountOwner = await accounts.service.member();
    const numbers = [
      await accounts.opened('I', { primaryAccountOwner }),
      await accounts.opened('I', { primaryAccountOwner }),
      await accounts.opened('I', { primaryAccountOwner }),
    ];
    const answers = await Promise.all(
      numbers.map((number) => accounts.update(number, { accountName: 'Dream' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    for (const answer of answers) if (answer.status === 400) expectExactly(answer, [taken]);
  });
});

describe('Tax lots', () => {
  it('Update › defaultTaxLotSelection › every code of a taxable account [account.defaultTaxLotSelection]', async () => {
    for (const method of METHODS.filter((one) => one !== 'AVGC')) {
      const body = { defaultTaxLotSelection: method };
      expect(await accounts.updated(individual, body)).toMatchObject(body);
    }
  });

  it('Update › defaultTaxLotSelection › a non-taxable account takes AVGC only [account.defaultTaxLotSelection account.taxable]', async () => {
    for (const method of METHODS.filter((one) => one !== 'AVGC')) {
      await accounts.notUpdated(
        ira,
        { defaultTaxLotSelection: method },
        { ...FIELD, field: 'defaultTaxLotSelection', errorCode: CHOICE },
      );
    }
    expectStatus(await accounts.update(ira, { defaultTaxLotSelection: 'AVGC' }), 200);
  });

  it.each(['longTermTaxRate', 'shortTermTaxRate'])(
    'Update › %s › only with defaultTaxLotSelection in the same request [account.update-rates account.longTermTaxRate account.shortTermTaxRate]',
    async (field) => {
      await accounts.updated(individual, { defaultTaxLotSelection: 'WLFS', [field]: '10' });
      const problem = { ...FIELD, field, errorCode: VALUE };
      await accounts.notUpdated(individual, { [field]: '11' }, problem);
      await accounts.notUpdated(individual, { [field]: '11', accountName: name() }, problem);
      await accounts.notUpdated(
        individual,
        { [field]: '11', defaultTaxLotSelection: null },
        problem,
      );
      for (const method of ['FIFO', 'LGHL', 'HSTG']) {
        const body = { [field]: '11', defaultTaxLotSelection: method };
        await accounts.notUpdated(individual, body, problem);
      }
      for (const [rate, stored] of [
        ['0', '0'],
        ['100.0', '100'],
        [12.5, '12.5'],
      ]) {
        const body = { [field]: rate, defaultTaxLotSelection: 'WGFS' };
        expect(await accounts.updated(individual, body)).toMatchObject({ [field]: stored });
      }
      for (const rate of ['100.01', '-1', 'x', true, 101]) {
        const body = { [field]: rate, defaultTaxLotSelection: 'WGFS' };
        await accounts.notUpdated(individual, body, problem);
      }
      await accounts.notUpdated(
        ira,
        { [field]: '11', defaultTaxLotSelection: 'AVGC' },
        { ...FIELD, field, errorCode: OTHER_TYPE },
      );
    },
  );
});

describe('Tax rates', () => {
  it('Update › longTermTaxRate, shortTermTaxRate › are gone with the method they belong to [account.longTermTaxRate account.shortTermTaxRate account.update-rates]', async () => {
    const number = await accounts.opened('I');
    const rates = { longTermTaxRate: '15', shortTermTaxRate: '37' };
    const body = { defaultTaxLotSelection: 'WLFS', ...rates };
    expect(await accounts.updated(number, body)).toMatchObject(rates);
    expect(await accounts.updated(number, { defaultTaxLotSelection: 'WGFS' })).toMatchObject(rates);
    const none = { longTermTaxRate: null, shortTermTaxRate: null };
    expect(await accounts.updated(number, { defaultTaxLotSelection: 'FIFO' })).toMatchObject(none);
    expect(await accounts.updated(number, { defaultTaxLotSelection: 'WLFS' })).toMatchObject(none);
  });
});

describe('Cleared tax rates', () => {
  it('Update › longTermTaxRate, shortTermTaxRate › null and an empty text clear one, alone or with a method [request.empty account.update]', async () => {
    const number = await accounts.opened('I');
    const method = { defaultTaxLotSelection: 'WLFS' };
    const both = { ...method, longTermTaxRate: '15.500000', shortTermTaxRate: '37' };
    expect(await accounts.updated(number, both)).toMatchObject({ longTermTaxRate: '15.5' });
    const left = { longTermTaxRate: null, shortTermTaxRate: '37' };
    expect(await accounts.updated(number, { ...method, longTermTaxRate: null })).toMatchObject(
      left,
    );
    expect(await accounts.updated(number, { shortTermTaxRate: '' })).toMatchObject({
      ...left,
      shortTermTaxRate: null,
    });
  });
});

describe('initContributionDate', () => {
  it('Update › initContributionDate › of a SIMPLE IRA [account.initContributionDate]', async () => {
    const number = await accounts.opened('9');
    const body = { initContributionDate: '2011-02-03' };
    expect(await accounts.updated(number, body)).toMatchObject(body);
    for (const date of ['2011-02-29', '3/2/2011', 2011, inTwoDays()]) {
      await accounts.notUpdated(
        number,
        { initContributionDate: date },
        { ...FIELD, field: 'initContributionDate', errorCode: DATE },
      );
    }
  });
});
