import { describe, expect, it } from '@jest/globals';
import { codesOf } from '#libs/platform/kernel';
import { AccountTypes } from '#libs/contexts/codes';
import { ACCOUNT, grant, open, person, sign } from '../test/account-fixtures.js';
import { accepted, fold, history, refused } from '../test/decide.js';

const lifted = (restrictionId: string): object => ({
  type: 'account.RestrictionLifted',
  data: { accountNumber: ACCOUNT, restrictionId, reasonCode: '020', cause: 'signatures' },
});

describe('submitting a customer signature [signature.items restriction.lift]', () => {
  it('the only signature stores the document and lifts 020 in one append', () => {
    const events = history(open('I'));
    expect(accepted(sign('jdoe', { w9Withhold: true }), events)).toEqual([
      {
        type: 'account.AgreementSigned',
        data: {
          accountNumber: ACCOUNT,
          loginId: 'jdoe',
          method: 'SIGNED_PDF',
          documentKey: 'doc-jdoe',
          sha256: 'a'.repeat(64),
          w9Withhold: true,
          itemId: '1000000001',
        },
      },
      lifted('1000000002'),
    ]);
  });

  it.each(codesOf(AccountTypes))(
    'type %s is restricted until every required signer signed',
    (type) => {
      let events = history(open(type));
      const signers = fold(events).requiredSigners.map(({ loginId }) => loginId);
      for (const [index, loginId] of signers.entries()) {
        expect(fold(events).restrictions).toHaveLength(1);
        events = [...events, ...accepted(sign(loginId), events)];
        expect(fold(events).restrictions).toHaveLength(index === signers.length - 1 ? 0 : 1);
      }
    },
  );

  it('the same signer twice does not stand for another one', () => {
    const events = history(open('J'), sign('jdoe'), sign('jdoe', { sha256: 'b'.repeat(64) }));
    expect(fold(events).restrictions).toHaveLength(1);
  });

  it('the same document again is no event', () => {
    const events = history(open('I'), sign('jdoe'));
    expect(accepted(sign('jdoe', { documentKey: 'elsewhere' }), events)).toEqual([]);
  });

  it.each([
    { sha256: 'b'.repeat(64) },
    { w9Withhold: false },
    { method: 'SIGNATURE_IMAGE', encoding: 'PNG' } as const,
  ])('another document is stored as another signature: %j', (changes) => {
    const events = history(open('I'), sign('jdoe'));
    expect(accepted(sign('jdoe', changes), events).map(({ type }) => type)).toEqual([
      'account.AgreementSigned',
    ]);
  });

  it('without an item for attention the document of a known person is stored all the same', () => {
    const events = history(open('A'));
    const [event, ...more] = accepted(sign('trustee1'), events);
    expect(event).toMatchObject({ type: 'account.AgreementSigned', data: { loginId: 'trustee1' } });
    expect(event?.data).not.toHaveProperty('itemId');
    expect(more).toEqual([]);
  });

  it('a stranger signs nothing', () => {
    expect(refused(sign('stranger'), history(open('I')))).toEqual(['FIELD loginId invalid.value']);
  });

  it('an owner submits the own signature only, also as the advisor of the other owner', () => {
    const events = history(open('J'));
    const caller = person('rroe');
    expect(accepted({ ...sign('rroe'), caller }, events)).toHaveLength(1);
    expect(refused({ ...sign('jdoe'), caller }, events)).toEqual(['FORBIDDEN']);
  });

  it('a manager submits what a client signed as the advisor of the client only', () => {
    const events = history(open('I'), grant({ loginId: 'manager', permission: 'AM' }));
    const caller = person('manager');
    const facts = { speaksForSigner: false };
    expect(accepted({ ...sign('jdoe'), caller }, events)).toHaveLength(2);
    expect(refused({ ...sign('jdoe'), caller, facts }, events)).toEqual(['FORBIDDEN']);
    expect(accepted({ ...sign('manager'), caller, facts }, events)).toHaveLength(1);
  });

  it('who opened the account for somebody else does not sign for the owner', () => {
    const facts = { speaksForSigner: false };
    expect(refused({ ...sign('jdoe'), facts }, history(open('I')))).toEqual(['FORBIDDEN']);
  });

  it('a viewer does not submit signatures', () => {
    const events = history(open('I'), grant({ loginId: 'viewer', permission: 'DV' }));
    const caller = person('viewer');
    expect(refused({ ...sign('jdoe'), caller }, events)).toEqual(['FORBIDDEN']);
  });
});
