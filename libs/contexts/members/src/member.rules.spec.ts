import { describe, it } from '@jest/globals';
import { fieldProblem, type Problem, requiredProblem, ruleProblem } from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import { createMember, memberAddress, memberCreated, notATicker, poBox } from '../test/samples.js';
import { memberDecider, type NewMember } from './member.js';

const members = specification(memberDecider);

const firmOid = '10000001';

const loginId = 'tester0003';

function refuses(over: Partial<NewMember>, ...problems: Problem[]): void {
  members.given([]).when(createMember(over)).thenRefused(problems);
}

const age = (state: string, majority: number): Problem =>
  ruleProblem(
    'member.legal.age.state.rule',
    `The age of majority in ${state} is ${majority}.`,
    'dateOfBirth',
  );

const street = memberAddress;

describe('the age, home and holdings of a new member', () => {
  it('keeps the age of majority of the state of residence', () => {
    const born = (dateOfBirth: string, state: string): Partial<NewMember> => ({
      dateOfBirth,
      primaryAddress: { ...street, state },
    });
    refuses(born('2008-03-03', 'GA'), age('GA', 18));
    refuses(born('2007-03-03', 'AL'), age('AL', 19));
    refuses(born('2007-03-03', 'NE'), age('NE', 19));
    refuses(born('2005-03-03', 'MS'), age('MS', 21));
    for (const [dateOfBirth, state] of [
      ['2008-03-02', 'GA'],
      ['2007-03-02', 'AL'],
      ['2005-03-02', 'MS'],
    ] as const) {
      members
        .given([])
        .when(createMember(born(dateOfBirth, state)))
        .then([memberCreated({ dateOfBirth, primaryAddress: { ...memberAddress, state } })]);
    }
  });

  it('counts the age at the date in New York', () => {
    const command = createMember({ dateOfBirth: '2008-03-03' });
    members
      .given([])
      .at('2026-03-03T04:59:59.000Z')
      .when(command)
      .thenRefused([age('GA', 18)]);
    members
      .given([])
      .at('2026-03-03T05:00:00.000Z')
      .when(command)
      .then([
        memberCreated({ dateOfBirth: '2008-03-03', creationDate: '2026-03-03T05:00:00.000Z' }),
      ]);
  });

  it('takes no post office box for a home', () => {
    refuses({ primaryAddress: { ...street, line1: 'P.O. Box 12' } }, poBox('line1'));
    refuses({ primaryAddress: { ...street, line2: 'PO BOX 12' } }, poBox('line2'));
  });

  it('takes tickers, each once, and tells the accounts', () => {
    for (const companies of [
      ['ibm', ' BRK.B', 'ibm', ' '],
      ['BRK.B', 'IBM'],
    ]) {
      members
        .given([])
        .when(createMember({ directorOrTenPercentShareholderCompany: companies }))
        .then([
          memberCreated({ directorOrTenPercentShareholder: true }),
          {
            type: 'member.TenPercentHoldingsChanged',
            data: { loginId, firmOid, before: [], after: ['BRK.B', 'IBM'] },
          },
        ]);
    }
  });

  it('refuses what is no ticker, and tickers of somebody who is no shareholder', () => {
    refuses({ directorOrTenPercentShareholderCompany: ['IBM', 'not a ticker'] }, notATicker);
    refuses(
      { directorOrTenPercentShareholder: false, directorOrTenPercentShareholderCompany: ['IBM'] },
      fieldProblem(
        'directorOrTenPercentShareholderCompany',
        'invalid.value',
        'directorOrTenPercentShareholder is false.',
      ),
    );
    refuses(
      { directorOrTenPercentShareholder: true },
      requiredProblem(
        'directorOrTenPercentShareholderCompany',
        'with directorOrTenPercentShareholder true',
      ),
    );
  });

  it('goes with a FINRA company, or without one', () => {
    refuses(
      { finraAffiliated: true },
      requiredProblem('finraCompany', 'with finraAffiliated true'),
    );
    refuses(
      { finraAffiliated: false, finraCompany: 'Broker Inc.' },
      fieldProblem('finraCompany', 'invalid.value', 'finraAffiliated is false.'),
    );
  });
});
