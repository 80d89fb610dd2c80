import { describe, expect, it } from '@jest/globals';
import { Secret } from '#libs/platform/kernel';
import {
  ACCOUNT,
  beneficiary,
  contact,
  eventOf,
  memberFact,
  open,
  update,
} from '../test/account-fixtures.js';
import { accepted, fold, history, refused } from '../test/decide.js';
import { individual, ira, spec, updated } from '../test/updating.js';
import type { AccountEvent, Beneficiary } from './account.events.js';

describe('update of beneficiaries [account.update-lists]', () => {
  it('a list replaces the list there was', () => {
    const list = [beneficiary('50'), beneficiary('50', { firstName: 'Ann' })];
    const state = fold([...ira, ...accepted(update({ primaryBeneficiaries: list }), ira)]);
    expect(state.details.primaryBeneficiaries?.map((one) => one.firstName)).toEqual(['Ben', 'Ann']);
  });

  it('empty lists remove all entries', () => {
    const input = { primaryBeneficiaries: [], contingentBeneficiaries: [] };
    expect(accepted(update(input), ira)).toEqual([updated(input)]);
  });

  it('contingent ones do not stay behind without primary ones', () => {
    expect(refused(update({ primaryBeneficiaries: [] }), ira)).toEqual([
      'FIELD contingentBeneficiaries invalid.value',
    ]);
  });

  it('contingent ones come only where primary ones are, in the request or before', () => {
    const contingentBeneficiaries = [beneficiary('100')];
    const none = history(open('R'));
    expect(refused(update({ contingentBeneficiaries }), none)).toEqual([
      'FIELD contingentBeneficiaries invalid.value',
    ]);
    expect(
      accepted(
        update({ contingentBeneficiaries, primaryBeneficiaries: [beneficiary('100')] }),
        none,
      ),
    ).toHaveLength(1);
  });

  it('shares add up to 100', () => {
    expect(refused(update({ primaryBeneficiaries: [beneficiary('99')] }), ira)).toEqual([
      'RULE primaryBeneficiaries account.beneficiary.share.rule',
    ]);
  });

  it('the same list is no event; another number is', () => {
    const same = [beneficiary('100.0', { ssn: Secret.of('123456780') })];
    const other = [beneficiary('100', { ssn: Secret.of('123456781') })];
    spec
      .given(ira)
      .when(update({ primaryBeneficiaries: same }))
      .thenNothing();
    expect(accepted(update({ primaryBeneficiaries: other }), ira)).toHaveLength(1);
  });
});

describe('update of trustedContacts [account.update-lists]', () => {
  const events = history(open('I', { trustedContacts: [contact] }));

  it('a list replaces the list there was, an empty one removes it, none leaves it', () => {
    const other = { ...contact, firstName: 'Ida' };
    expect(accepted(update({ trustedContacts: [other] }), events)).toEqual([
      updated({ trustedContacts: [other] }),
    ]);
    expect(accepted(update({ trustedContacts: [] }), events)).toEqual([
      updated({ trustedContacts: [] }),
    ]);
    expect(accepted(update({ trustedContacts: [contact] }), events)).toEqual([]);
  });
});

describe('update of exclusion lists [exclusion.replacing]', () => {
  const item = {
    exclusionStartDate: '2026-01-01',
    exclusionEndDate: '2026-12-31',
    exclusionValue: 'IBM',
  };

  it.each(['securityExclusion', 'issueExclusion', 'sectorExclusion'] as const)(
    '%s: a list replaces, an empty list removes, an omitted one leaves',
    (list) => {
      const set = accepted(update({ [list]: [item] }), individual);
      expect(set).toEqual([updated({ [list]: [item] })]);
      const after = [...individual, ...set];
      const renamed = [...after, ...accepted(update({ accountName: 'Travel' }), after)];
      expect(fold(renamed).exclusions[list]).toEqual([item]);
      expect(accepted(update({ [list]: [item] }), after)).toEqual([]);
      expect(accepted(update({ [list]: [] }), after)).toEqual([updated({ [list]: [] })]);
    },
  );

  it("an owner's companies stay apart from the client's list", () => {
    const events = history(open('I', {}, { member: memberFact('jdoe', { tickers: ['KO'] }) }));
    const state = fold([...events, ...accepted(update({ securityExclusion: [item] }), events)]);
    expect(state.exclusions.securityExclusion).toEqual([item]);
    expect(state.ownerExclusions).toEqual([{ loginId: 'jdoe', tickers: ['KO'] }]);
  });
});

describe("owner's companies", () => {
  const apply = (loginId: string, ...tickers: string[]) =>
    ({ type: 'ApplyOwnerExclusions', loginId, tickers }) as const;
  const joint = history(open('J'));

  it('replace those the same owner had', () => {
    const events = [...joint, ...accepted(apply('rroe', 'PEP', 'KO', 'KO'), joint)];
    expect(fold(events).ownerExclusions).toEqual([{ loginId: 'rroe', tickers: ['KO', 'PEP'] }]);
    spec
      .given(events)
      .when(apply('rroe', 'PEP', 'KO'))
      .thenNothing();
    const after = [...events, ...accepted(apply('rroe'), events)];
    expect(fold(after).ownerExclusions).toEqual([{ loginId: 'rroe', tickers: [] }]);
  });

  it('are none of an account somebody does not own', () => {
    spec.given(joint).when(apply('advisor', 'KO')).thenNothing();
  });
});

describe('what a read shows, sent back', () => {
  const companies = (...tickers: string[]): AccountEvent => ({
    type: 'account.OwnerExclusionsApplied',
    data: { accountNumber: ACCOUNT, loginId: 'jdoe', tickers },
  });
  const excluded = (...values: string[]) => values.map((exclusionValue) => ({ exclusionValue }));

  it('leaves the companies of the owners theirs', () => {
    const director = [...individual, companies('IBM', 'KO')];
    spec
      .given(director)
      .when(update({ securityExclusion: excluded('IBM', 'KO') }))
      .thenNothing();
    const more = update({ securityExclusion: excluded('IBM', 'GE', 'KO') });
    expect(accepted(more, director)).toEqual([updated({ securityExclusion: excluded('GE') })]);
    const named = update({ securityExclusion: excluded('GE', 'KO') });
    expect(accepted(named, director)).toEqual([
      updated({ securityExclusion: excluded('GE', 'KO') }),
    ]);
    const dated = [{ exclusionValue: 'IBM', exclusionEndDate: '2030-01-01' }];
    expect(accepted(update({ securityExclusion: dated }), director)).toEqual([
      updated({ securityExclusion: dated }),
    ]);
  });

  it('keeps what the client named before the owner did', () => {
    const named = history(open('I'), update({ securityExclusion: excluded('IBM') }));
    spec
      .given([...named, companies('IBM')])
      .when(update({ securityExclusion: excluded('IBM') }))
      .thenNothing();
  });

  it('takes a masked tax number for that of the same person', () => {
    const masked = (sharePct: string, changes: Partial<Beneficiary> = {}): Beneficiary =>
      beneficiary(sharePct, { ssn: Secret.of('*****6780'), ...changes });
    spec
      .given(ira)
      .when(update({ primaryBeneficiaries: [masked('100')] }))
      .thenNothing();
    const ann = beneficiary('40', { firstName: 'Ann', ssn: Secret.of('123456781') });
    const [event] = accepted(update({ primaryBeneficiaries: [masked('60'), ann] }), ira);
    const { primaryBeneficiaries = [] } = eventOf([event!], 'account.AccountUpdated');
    expect(primaryBeneficiaries.map(({ ssn }) => ssn.reveal())).toEqual(['123456780', '123456781']);
    for (const other of [
      { firstName: 'Ann' },
      { lastName: 'Roe' },
      { dateOfBirth: '1980-01-30' },
      { ssn: Secret.of('*****6781') },
    ]) {
      const primaryBeneficiaries = [masked('100', other)];
      expect(refused(update({ primaryBeneficiaries }), ira)).toEqual([
        'FIELD ssn allows.only.digits',
      ]);
    }
  });

  it('takes a mask that several people have for the one in the same place only', () => {
    const twin = (number: string, sharePct = '50'): Beneficiary =>
      beneficiary(sharePct, { ssn: Secret.of(number) });
    const mask = '*****6780';
    const twins = [
      ...ira,
      ...accepted(update({ primaryBeneficiaries: [twin('123456780'), twin('234566780')] }), ira),
    ];
    const sent = [twin(mask, '60'), twin(mask, '40')];
    const [event] = accepted(update({ primaryBeneficiaries: sent }), twins);
    const { primaryBeneficiaries = [] } = eventOf([event!], 'account.AccountUpdated');
    expect(primaryBeneficiaries.map(({ ssn }) => ssn.reveal())).toEqual(['123456780', '234566780']);
    const moved = [
      beneficiary('50', { firstName: 'Ann' }),
      twin('345676781', '25'),
      twin(mask, '25'),
    ];
    expect(refused(update({ primaryBeneficiaries: moved }), twins)).toEqual([
      'FIELD ssn allows.only.digits',
    ]);
  });
});
