import { describe, expect, it } from '@jest/globals';
import { CHOICE, FIELD, LENGTH, NULL, VALUE } from '../../support/problems.js';
import { type Body, contact, omit } from '../accounts.fixture.js';
import { accounts, taxable } from './set-up.js';

describe('Account (create)', () => {
  it.each(['WLFS', 'WGFS'])(
    'Account › tax rates › 0.0 to 100.0 with %s [account.longTermTaxRate account.shortTermTaxRate]',
    async (method) => {
      for (const rate of ['0', '0.0', '100', '100.0', '15.125', 0, 99.9]) {
        const rates = { longTermTaxRate: rate, shortTermTaxRate: rate };
        const number = await accounts.opened('I', { defaultTaxLotSelection: method, ...rates });
        const read = (await accounts.read(number))['longTermTaxRate'];
        expect([typeof read, Number(read)]).toEqual(['string', Number(rate)]);
      }
      for (const rate of ['100.1', '-0.1', 'x', '1e1', 'NaN', true, {}, [5], 101]) {
        for (const field of ['longTermTaxRate', 'shortTermTaxRate']) {
          const body = await accounts.body('I', { defaultTaxLotSelection: method, [field]: rate });
          await accounts.refused(body, { ...FIELD, field, errorCode: VALUE });
        }
      }
    },
  );

  it.each(taxable.slice(0, 3))(
    'Account › tax rates › one of them suffices (%s) [account.longTermTaxRate account.shortTermTaxRate]',
    async (type) => {
      await accounts.opened(type, { defaultTaxLotSelection: 'WGFS', shortTermTaxRate: '10' });
      await accounts.opened(type, { defaultTaxLotSelection: 'WLFS' });
    },
  );

  it('Account › initContributionDate › existing SIMPLE IRA [account.initContributionDate]', async () => {
    const number = await accounts.opened('9', { initContributionDate: '2019-12-31' });
    expect(await accounts.read(number)).toMatchObject({ initContributionDate: '2019-12-31' });
  });

  it.each<[unknown, string]>([
    ['C', 'C'],
    ['N', 'N'],
    [null, 'N'],
  ])(
    'Account › w9BackupWithholding › %j [account.w9BackupWithholding]',
    async (w9BackupWithholding, stored) => {
      const number = await accounts.opened('I', { w9BackupWithholding });
      expect(await accounts.read(number)).toMatchObject({ w9BackupWithholding: stored });
    },
  );
});

describe('Trusted contacts', () => {
  const refused = async (item: unknown, ...problems: Body[]): Promise<void> =>
    accounts.refused(
      await accounts.body('I', { trustedContacts: [contact(), item] }),
      ...problems.map((one) => ({
        message: expect.stringContaining('trustedContacts[1]'),
        ...one,
      })),
    );

  it.each(['firstName', 'lastName', 'email', 'telephone'])(
    'Trusted contact › %s › required [trusted-contact.firstName trusted-contact.lastName trusted-contact.email trusted-contact.telephone]',
    async (field) => {
      await refused(omit(contact(), field), { ...FIELD, field, errorCode: NULL });
      await refused(contact({ [field]: null }), { ...FIELD, field, errorCode: NULL });
    },
  );

  it.each<[string, unknown, string]>([
    ['title', 'x'.repeat(21), LENGTH],
    ['suffix', 5, VALUE],
    ['firstName', '', NULL],
    ['firstName', 1, VALUE],
    ['firstName', 'x'.repeat(41), LENGTH],
    ['lastName', {}, VALUE],
    ['lastName', 'a\u0000b', VALUE],
    ['lastName', 'x'.repeat(41), LENGTH],
    ['email', 'tom', VALUE],
    ['email', 'tom@x', VALUE],
    ['email', '', NULL],
    ['email', 5, VALUE],
    ['email', `${'x'.repeat(250)}@example.com`, LENGTH],
    ['telephone', '12', VALUE],
    ['telephone', 'call me', VALUE],
    ['telephone', '', NULL],
    ['relationship', 'X', CHOICE],
    ['relationship', 's', CHOICE],
    ['relationship', 1, CHOICE],
  ])('Trusted contact › %s › %j [trusted-contact.*]', async (field, value, errorCode) => {
    await refused(contact({ [field]: value }), { ...FIELD, field, errorCode });
  });

  it('Trusted contact › title and suffix › free text, where there are any [trusted-contact.* member.names]', async () => {
    const titled = contact({ title: 'Rev. Dr.', suffix: 'Esq.', relationship: 'F' });
    const number = await accounts.opened('I', { trustedContacts: [titled] });
    expect((await accounts.read(number))['trustedContacts']).toEqual([titled]);
  });

  it('Trusted contact › relationship › S, O, A, G, F, L, or none [trusted-contact.relationship]', async () => {
    const trustedContacts = ['S', 'O', 'A', 'G', 'F', 'L', null].map((relationship) =>
      contact({ relationship }),
    );
    const number = await accounts.opened('I', { trustedContacts });
    expect((await accounts.read(number))['trustedContacts']).toEqual(trustedContacts);
  });

  it('Trusted contact › unknown keys and items that are no objects [trusted-contact.*]', async () => {
    await refused(contact({ eMail: 'x' }), { type: 'SYNTAX', field: 'eMail' });
    await refused('Tom', { ...FIELD, field: 'trustedContacts', errorCode: VALUE });
    await refused(null, { ...FIELD, field: 'trustedContacts', errorCode: VALUE });
  });
});
