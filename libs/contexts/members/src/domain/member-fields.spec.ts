import { describe, it } from '@jest/globals';
import {
  choiceOf,
  codesOf,
  fieldProblem,
  OccupationTypes,
  type Problem,
  Secret,
} from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import { createMember } from '../../test/samples.js';
import { memberDecider } from './member.js';
import type { MemberInput } from './member.commands.js';

const OCCUPATIONS = choiceOf(codesOf(OccupationTypes));

function refuses(over: Partial<MemberInput>, ...problems: Problem[]): void {
  specification(memberDecider).given([]).when(createMember(over)).thenRefused(problems);
}

describe('the fields of a new member', () => {
  it('names the leaf of an address and says which address', () => {
    refuses(
      {
        primaryAddress: { line1: ' ', state: 'ZZ', zipcode: '123', country: 'FR' },
        mailingAddress: { city: 'x'.repeat(61), line1: 'a\0b' },
      },
      fieldProblem('line1', 'invalid.value', 'primaryAddress: a text that is not blank'),
      fieldProblem('city', 'cannot.be.null', 'primaryAddress'),
      fieldProblem('state', 'invalid.choice', 'primaryAddress: a state of the US, such as NY'),
      fieldProblem('zipcode', 'invalid.value', 'primaryAddress: such as 12345 or 12345-6789'),
      fieldProblem('country', 'invalid.choice', 'primaryAddress: US'),
      fieldProblem('line1', 'invalid.value', 'mailingAddress: characters that can be seen'),
      fieldProblem('city', 'invalid.length', 'mailingAddress: at most 60 characters'),
      fieldProblem('state', 'cannot.be.null', 'mailingAddress'),
      fieldProblem('zipcode', 'cannot.be.null', 'mailingAddress'),
    );
  });

  it.each<[over: Partial<MemberInput>, ...problem: Parameters<typeof fieldProblem>]>([
    [{ loginId: 'a b' }, 'loginId', 'invalid.value', '3 to 64 letters, digits and . _ - @ +'],
    [{ loginId: 'x'.repeat(65) }, 'loginId', 'invalid.length', 'at most 64 characters'],
    [{ firstName: 'x'.repeat(21) }, 'firstName', 'invalid.length', 'at most 20 characters'],
    [{ middleName: 'x'.repeat(21) }, 'middleName', 'invalid.length', 'at most 20 characters'],
    [{ lastName: 'x'.repeat(36) }, 'lastName', 'invalid.length', 'at most 35 characters'],
    [
      { firstName: 'J0hn' },
      'firstName',
      'invalid.value',
      'letters, blanks, hyphens, full stops and apostrophes',
    ],
    [
      { lastName: 'O`Brien' },
      'lastName',
      'invalid.value',
      'letters, blanks, hyphens, full stops and apostrophes',
    ],
    [{ title: 'Sir' }, 'title', 'invalid.choice', 'one of Dr., Ms., Miss, Mr., Mrs.'],
    [{ suffix: 'VI' }, 'suffix', 'invalid.choice', 'one of Jr., Sr., II, III, IV, V'],
    [
      { dateOfBirth: '1970-02-30' },
      'dateOfBirth',
      'invalid.date',
      'yyyy-MM-dd, or a timestamp, of somebody who is alive',
    ],
    [
      { dateOfBirth: '2026-03-03' },
      'dateOfBirth',
      'invalid.date',
      'yyyy-MM-dd, or a timestamp, of somebody who is alive',
    ],
    [
      { dateOfBirth: '1880-01-01' },
      'dateOfBirth',
      'invalid.date',
      'yyyy-MM-dd, or a timestamp, of somebody who is alive',
    ],
    [{ tid: Secret.of('12345678x') }, 'tid', 'allows.only.digits'],
    [{ tid: Secret.of('12345678') }, 'tid', 'invalid.value', 'nine digits, as they are given out'],
    [
      { tid: Secret.of('1234567890') },
      'tid',
      'invalid.length',
      'nine digits, as they are given out',
    ],
    [{ tid: Secret.of('666123456') }, 'tid', 'invalid.value', 'nine digits, as they are given out'],
    [{ email1: 'nobody' }, 'email1', 'invalid.value', 'an e-mail address'],
    [{ email2: 'nobody@x' }, 'email2', 'invalid.value', 'an e-mail address'],
    [{ dayTelephone: '12' }, 'dayTelephone', 'invalid.value', '7 to 15 digits'],
    [
      { eveningTelephone: '1'.repeat(36) },
      'eveningTelephone',
      'invalid.length',
      'at most 35 characters',
    ],
    [{ employerName: 'x'.repeat(101) }, 'employerName', 'invalid.length', 'at most 100 characters'],
    [
      { employmentStatus: 'retired' },
      'employmentStatus',
      'invalid.choice',
      'one of Employed, Self-Employed, Retired, Student, Unemployed, Other',
    ],
    [{ occupationType: 'Astronaut' }, 'occupationType', 'invalid.choice', OCCUPATIONS],
    [{ annualIncome: '9' }, 'annualIncome', 'invalid.choice', 'one of 1, 2, 3, 4, 5, 6, 7, 8'],
    [{ netWorth: '0' }, 'netWorth', 'invalid.choice', 'one of 1, 2, 3, 4, 5, 6, 7, 8'],
    [
      { liquidNetWorth: '1.0' },
      'liquidNetWorth',
      'invalid.choice',
      'one of 1, 2, 3, 4, 5, 6, 7, 8',
    ],
    [{ dependentCount: '-1' }, 'dependentCount', 'allows.only.digits'],
    [{ dependentCount: '100' }, 'dependentCount', 'invalid.length'],
    [{ citizenship: 'X' }, 'citizenship', 'invalid.choice', 'one of C, R, N, U'],
    [{ residenceCountry: '1' }, 'residenceCountry', 'invalid.choice'],
    [{ residenceCountry: 'ZZ' }, 'residenceCountry', 'invalid.choice'],
    [{ residenceCountry: 'CAN' }, 'residenceCountry', 'invalid.choice'],
    [{ membershipType: 'abc' }, 'membershipType', 'invalid.value', 'capital letters and digits'],
    [
      { previousExperienceSector: 'x'.repeat(101) },
      'previousExperienceSector',
      'invalid.length',
      'at most 100 characters',
    ],
    [
      { memberProfileItems: { maritalStatus: 'X' } },
      'maritalStatus',
      'invalid.choice',
      'one of S, M, P, D, W, C',
    ],
    [
      { memberProfileItems: { topMarginalTaxBracket: '6' } },
      'topMarginalTaxBracket',
      'invalid.choice',
      'one of 1, 2, 3, 4, 5',
    ],
    [{ finraAffiliated: true }, 'finraCompany', 'cannot.be.null'],
    [
      { finraAffiliated: false, finraCompany: 'Broker Inc.' },
      'finraCompany',
      'invalid.value',
      'finraAffiliated is false.',
    ],
    [
      { directorOrTenPercentShareholder: true },
      'directorOrTenPercentShareholderCompany',
      'cannot.be.null',
    ],
  ])('refuses %j', (over, ...problem) => {
    refuses(over, fieldProblem(...problem));
  });
});
