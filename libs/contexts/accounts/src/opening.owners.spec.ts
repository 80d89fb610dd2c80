import { describe, expect, it } from '@jest/globals';
import { contact, memberFact, open } from '../test/account-fixtures.js';
import { CORPORATE, PERSONAL, TYPES } from '../test/account-types.js';
import { opened, refused } from '../test/decide.js';

describe('row primaryAccountOwner', () => {
  it.each(PERSONAL)('is a member for type %s', (type) => {
    expect(refused(open(type, {}, { member: undefined }))).toEqual([
      'RULE primaryAccountOwner account.invalid.primary.owner',
    ]);
  });

  it.each(CORPORATE)('is a corporate firm for type %s', (type) => {
    expect(refused(open(type, {}, { corporateFirm: undefined }))).toEqual([
      'RULE primaryAccountOwner account.invalid.primary.owner',
    ]);
  });

  it('of another firm does not exist', () => {
    const member = memberFact('jdoe', { firmId: '999' });
    expect(refused(open('I', {}, { member }))).toEqual([
      'RULE primaryAccountOwner account.invalid.primary.owner',
    ]);
  });

  it('is no firm rep', () => {
    const member = memberFact('jdoe', { isFirmRep: true });
    expect(refused(open('I', {}, { member }))).toEqual([
      'RULE primaryAccountOwner account.invalid.primary.owner',
    ]);
  });

  it('has not failed the identity check, but may still wait for its result', () => {
    expect(refused(open('I', {}, { member: memberFact('jdoe', { cipStatus: 'FAILED' }) }))).toEqual(
      ['RULE primaryAccountOwner account.invalid.primary.owner'],
    );
    expect(
      opened('I', {}, { member: memberFact('jdoe', { cipStatus: 'PENDING_NEW' }) }),
    ).toMatchObject({ primaryAccountOwner: 'jdoe' });
  });

  it('a firm has at most one corporate account', () => {
    const { facts } = open('A');
    const corporateFirm = { ...facts.corporateFirm!, hasAccount: true };
    expect(refused(open('A', {}, { corporateFirm }))).toEqual([
      'RULE primaryAccountOwner account.firm.single.account.rule',
    ]);
  });
});

describe('row jointOwners', () => {
  it('an empty list says as much as none', () => {
    expect(opened('I', { jointOwners: [] }).jointOwners).toEqual([]);
  });

  it('keeps the order of the request', () => {
    const jointOwners = [memberFact('two'), memberFact('one')];
    expect(opened('J', { jointOwners: ['one', 'two'] }, { jointOwners }).jointOwners).toEqual([
      'one',
      'two',
    ]);
  });

  it.each([
    ['is unknown', ['nobody'], memberFact('rroe')],
    ['belongs to another firm', ['rroe'], memberFact('rroe', { firmId: '999' })],
    ['is a firm rep', ['rroe'], memberFact('rroe', { isFirmRep: true })],
    ['failed the identity check', ['rroe'], memberFact('rroe', { cipStatus: 'FAILED' })],
    ['is the primary owner', ['jdoe'], memberFact('jdoe')],
    ['is the primary owner in capitals', ['JDOE'], memberFact('jdoe')],
    ['is named twice', ['rroe', 'RROE'], memberFact('rroe')],
  ])('refuses one who %s', (_, jointOwners, member) => {
    expect(refused(open('J', { jointOwners }, { jointOwners: [member] }))).toEqual([
      'RULE jointOwners account.invalid.joint.owner',
    ]);
  });
});

it.each(TYPES)('row trustedContacts belongs to type %s', (type) => {
  expect(opened(type, { trustedContacts: [contact] }).trustedContacts).toEqual([contact]);
});
