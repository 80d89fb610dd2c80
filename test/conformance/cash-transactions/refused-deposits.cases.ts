import { describe, it } from '@jest/globals';
import { addDays, addYears } from '#libs/platform/kernel';
import { field, rule } from '../../support/problems.js';
import { today } from '../cash.fixture.js';
import { cash, type Problems, refused } from './set-up.js';

const AMOUNT =
  'It must be a decimal number, above 0, at most 15 digits before the point, at most 2 decimal places.';

describe('POST …/cashtransactions', () => {
  const bad: [string, Record<string, unknown>, Problems][] = [
    [
      'transactionType › missing',
      { transactionType: undefined },
      [field('transactionType', 'cannot.be.null')],
    ],
    [
      'transactionType › null',
      { transactionType: null },
      [field('transactionType', 'cannot.be.null')],
    ],
    [
      'transactionType › outside the codes',
      { transactionType: 'XXX' },
      [field('transactionType', 'invalid.choice')],
    ],
    [
      'transactionType › wrong case',
      { transactionType: 'ahd' },
      [field('transactionType', 'invalid.choice')],
    ],
    [
      'transactionType › wrong type',
      { transactionType: {} },
      [field('transactionType', 'invalid.choice')],
    ],
    ['amount › missing', { amount: undefined }, [field('amount', 'cannot.be.null')]],
    ['amount › null', { amount: null }, [field('amount', 'cannot.be.null')]],
    ['amount › zero', { amount: '0.00' }, [field('amount', 'invalid.value')]],
    ['amount › negative', { amount: '-1.00' }, [field('amount', 'invalid.value')]],
    ['amount › three decimals', { amount: '1.001' }, [field('amount', 'invalid.value')]],
    ['amount › no number', { amount: 'much' }, [field('amount', 'invalid.value')]],
    [
      'amount › too long, and the message says how long',
      { amount: '9'.repeat(16) },
      [{ ...field('amount', 'invalid.value'), message: AMOUNT }],
    ],
    ['amount › wrong type', { amount: [] }, [field('amount', 'invalid.value')]],
    ['processDate › missing', { processDate: undefined }, [field('processDate', 'cannot.be.null')]],
    ['processDate › null', { processDate: null }, [field('processDate', 'cannot.be.null')]],
    [
      'processDate › no date',
      { processDate: '2027-02-30' },
      [field('processDate', 'invalid.date')],
    ],
    ['processDate › wrong type', { processDate: true }, [field('processDate', 'invalid.date')]],
    [
      'processDate › in the past',
      { processDate: addDays(today(), -1) },
      [rule('cash.transaction.process.date.rule', 'processDate')],
    ],
    [
      'processDate › too far ahead',
      { processDate: addDays(addYears(today(), 10), 2) },
      [rule('cash.transaction.process.date.rule', 'processDate')],
    ],
    [
      'repeatType › outside the codes',
      { repeatType: 'D' },
      [field('repeatType', 'invalid.choice')],
    ],
    ['repeatType › wrong case', { repeatType: 'm' }, [field('repeatType', 'invalid.choice')]],
    [
      'repeatInterval › of a one-time transaction',
      { repeatInterval: '2' },
      [field('repeatInterval', 'invalid.for.repeat.type')],
    ],
    [
      'repeatOffset › of a one-time transaction',
      { repeatOffset: '2' },
      [field('repeatOffset', 'invalid.for.repeat.type')],
    ],
    [
      'endDate › of a one-time transaction',
      { endDate: '2099-01-01' },
      [field('endDate', 'invalid.for.repeat.type')],
    ],
    [
      'endDateChoice › of a one-time transaction',
      { endDateChoice: 'transfersInfinite' },
      [field('endDateChoice', 'invalid.for.repeat.type')],
    ],
    [
      'repeatInterval › zero',
      { repeatType: 'W', repeatInterval: '0' },
      [field('repeatInterval', 'invalid.value')],
    ],
    [
      'repeatInterval › no digits',
      { repeatType: 'W', repeatInterval: 'two' },
      [field('repeatInterval', 'allows.only.digits')],
    ],
    [
      'repeatInterval › too long',
      { repeatType: 'W', repeatInterval: '1'.repeat(10) },
      [field('repeatInterval', 'invalid.length')],
    ],
    [
      'repeatOffset › weekly to 7',
      { repeatType: 'W', repeatOffset: '8' },
      [field('repeatOffset', 'invalid.value')],
    ],
    [
      'repeatOffset › monthly to 31',
      { repeatType: 'M', repeatOffset: 32 },
      [field('repeatOffset', 'invalid.value')],
    ],
    [
      'repeatOffset › yearly to 366',
      { repeatType: 'Y', repeatOffset: '367' },
      [field('repeatOffset', 'invalid.value')],
    ],
    [
      'repeatOffset › wrong type',
      { repeatType: 'Y', repeatOffset: [] },
      [field('repeatOffset', 'invalid.value')],
    ],
    [
      'endDateChoice › outside the codes',
      { repeatType: 'M', endDateChoice: 'never' },
      [field('endDateChoice', 'invalid.choice')],
    ],
    [
      'endDateChoice › transfersEndDate without endDate',
      { repeatType: 'M', endDateChoice: 'transfersEndDate' },
      [field('endDate', 'cannot.be.null')],
    ],
    [
      'endDateChoice › transfersMaxNumOf without a number',
      { repeatType: 'M', endDateChoice: 'transfersMaxNumOf' },
      [field('endDate', 'cannot.be.null')],
    ],
    [
      'endDateChoice › transfersInfinite with endDate',
      { repeatType: 'M', endDateChoice: 'transfersInfinite', endDate: '2099-01-01' },
      [field('endDate', 'invalid.for.repeat.type')],
    ],
    [
      'endDate › no date',
      { repeatType: 'M', endDateChoice: 'transfersEndDate', endDate: 'x' },
      [field('endDate', 'invalid.date')],
    ],
    [
      'endDate › before the start',
      { repeatType: 'M', endDateChoice: 'transfersEndDate', endDate: today() },
      [rule('cash.transaction.end.date.rule', 'endDate')],
    ],
    [
      'iraContributionYear › of an account that is no IRA',
      { iraContributionYear: today().slice(0, 4) },
      [field('iraContributionYear', 'invalid.for.account.type')],
    ],
    [
      'iraContributionYear › no digits',
      { iraContributionYear: 'last' },
      [field('iraContributionYear', 'allows.only.digits')],
    ],
    [
      'distributionReasonCode › of an account that is no IRA',
      { distributionReasonCode: 'N' },
      [field('distributionReasonCode', 'invalid.for.account.type')],
    ],
    [
      'distributionReasonCode › outside the codes',
      { distributionReasonCode: 'Z' },
      [field('distributionReasonCode', 'invalid.choice')],
    ],
    [
      'fedWithholdType › of a deposit',
      { fedWithholdType: 'P', fedWithholdAmount: '10' },
      [field('fedWithholdType', 'invalid.for.transaction.type')],
    ],
    ['an unknown key', { memo: 'x' }, [{ type: 'SYNTAX', field: 'memo' }]],
    ['a key in the wrong case', { Amount: '1' }, [{ type: 'SYNTAX', field: 'Amount' }]],
    ['status › is not the client’s', { status: 'CL' }, [{ type: 'SYNTAX', field: 'status' }]],
    [
      'targetId › another account',
      { targetId: 'RA00000000' },
      [rule('uri.matching.rule', 'targetId')],
    ],
    [
      'sourceId › missing on a deposit',
      { sourceId: undefined },
      [field('sourceId', 'cannot.be.null')],
    ],
    ['sourceId › wrong type', { sourceId: true }, [field('sourceId', 'invalid.value')]],
    ['sourceId › too long', { sourceId: '1'.repeat(65) }, [field('sourceId', 'invalid.length')]],
    [
      'sourceId › no bank link',
      { sourceId: '999999999999999' },
      [rule('banklink.not.owned.by.account', 'sourceId')],
    ],
    [
      'sourceId › not even an id',
      { sourceId: '../1' },
      [rule('banklink.not.owned.by.account', 'sourceId')],
    ],
  ];

  it.each(bad)(
    'Cash transaction › %s [cash.transactionType cash.sourceId cash.targetId cash.amount cash.repeatType cash.processDate cash.repeatInterval cash.repeatOffset cash.endDate cash.endDateChoice cash.iraContributionYear cash.distributionReasonCode cash.withholdTypes cash.withholdAmounts]',
    async (_row, fields, problems) => {
      await refused(() => cash.post(cash.deposit(fields)), ...problems);
    },
  );
});
