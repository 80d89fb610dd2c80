import { describe, expect, it } from '@jest/globals';
import {
  type CommandMetadata,
  type DomainEvent,
  type RecordedOf,
  Secret,
} from '#libs/platform/kernel';
import {
  type Document,
  hashedValue,
  type Projection,
  withHashes,
} from '#libs/platform/read-models';
import { memberCreated } from '../test/samples.js';
import { clientDocuments, firmDocuments } from './firm.document.js';
import { toClientResponse, toFirmResponse } from './firm.dto.js';
import { memberDocuments, trusteeDocuments } from './member.document.js';
import { toMemberResponse, toTrusteeResponse } from './member.dto.js';
import type { ClientEvent, FirmEvent, MemberEvent, TrusteeEvent } from './member.events.js';

const loginId = 'tester0003';

const firmOid = '10000001';

const tid = Secret.fromSealed('ciphertext', () => '123456789');

/** Folds events as the runner does, into the document of one id. */
function document<D extends Document, E extends DomainEvent>(
  projection: Projection<D, E>,
  id: string,
  events: readonly E[],
): D | undefined {
  return events.reduce<D | undefined>((before, { type, data }, revision) => {
    const event = {
      type,
      data,
      id: `e${revision}`,
      stream: 's',
      revision,
      position: BigInt(revision),
      at: '2026-03-02T15:00:00.000Z',
      metadata: { actingMember: 'advisor1' } as CommandMetadata,
    } as RecordedOf<E>;
    expect(projection.events).toContain(type);
    expect(projection.documents(event)).toEqual([id]);
    return projection.fold(before, event, id);
  }, undefined);
}

describe('the member document', () => {
  const history: MemberEvent[] = [
    memberCreated({
      tid,
      email2: 'X@Example.com',
      advisorLoginId: 'adv1',
      cipStatus: 'PENDING_NEW',
    }),
    { type: 'member.IdentityCheckRequested', data: { loginId, firmOid } },
    {
      type: 'member.TenPercentHoldingsChanged',
      data: { loginId, firmOid, before: [], after: ['IBM'] },
    },
    {
      type: 'member.IdentityCheckCompleted',
      data: { loginId, firmOid, result: 'FAILED', previous: 'PENDING_NEW' },
    },
    {
      type: 'member.MemberUpdated',
      data: { loginId, firmOid, netWorth: '3', cleared: ['email2'] },
    },
  ];

  it('has the form of the read', () => {
    const folded = document(memberDocuments, loginId, history)!;
    expect(toMemberResponse(folded)).toEqual({
      loginId,
      memberOid: '1000000000000001',
      firmOid,
      advisorLoginId: 'adv1',
      creationDate: '2026-03-02T15:00:00.000+00:00',
      cipStatus: 'FAILED',
      transState: 'RM',
      firstName: 'John',
      lastName: 'Doe',
      dateOfBirth: '1970-05-10T00:00:00.000+00:00',
      tid: '*****6789',
      finraAffiliated: false,
      directorOrTenPercentShareholder: false,
      directorOrTenPercentShareholderCompany: ['IBM'],
      residenceCountry: 'US',
      accreditedInvestorAnnualIncome: false,
      accreditedInvestorNetWorth: false,
      previousPrivatePlacementExperience: false,
      membershipType: 'N',
      primaryAddress: {
        line1: '101 Howard Ln',
        city: 'Atlanta',
        state: 'GA',
        zipcode: '30301',
        country: 'US',
      },
      email1: 'john.doe@example.com',
      netWorth: '3',
      ...Object.fromEntries(
        [
          ...['middleName', 'suffix', 'title', 'dayTelephone', 'eveningTelephone', 'email2'],
          ...['mailingAddress', 'employerAddress', 'employerName', 'employmentStatus'],
          ...['occupationType', 'annualIncome', 'liquidNetWorth', 'dependentCount', 'citizenship'],
          ...['finraCompany', 'previousExperienceSector', 'memberProfileItems', 'partnerCode'],
        ].map((field) => [field, null]),
      ),
    });
    expect(toMemberResponse(folded, '123456789')).toMatchObject({ tid: '123456789' });
  });

  it('keeps the tax id sealed', () => {
    const folded = document(memberDocuments, loginId, history);
    expect(folded?.tid).toEqual({ masked: '*****6789', sealed: 'ciphertext' });
    expect(JSON.stringify(folded)).not.toContain('123456789');
    expect(folded).toMatchObject({ firmId: firmOid, revision: 4 });
  });

  it('is pending again when another check is asked for', () => {
    const again: MemberEvent = {
      type: 'member.IdentityCheckRequested',
      data: { loginId, firmOid },
    };
    expect(document(memberDocuments, loginId, [...history, again])?.cipStatus).toBe('PENDING_NEW');
  });

  it('has its e-mail addresses as keyed hashes of what is the same in any letter case', () => {
    const hasher = { keyedHash: (namespace: string, value: string) => `${namespace} ${value}` };
    const hashed = withHashes(memberDocuments, hasher);
    const emailsAfter = (count: number): unknown =>
      document(hashed, loginId, history.slice(0, count))?.['emails'];
    const hash = (address: string): string =>
      hashedValue(memberDocuments, 'emails', address, hasher);
    const both = [hash('john.doe@example.com'), hash('x@example.com')];
    expect(emailsAfter(1)).toEqual(both);
    expect(emailsAfter(4)).toEqual(both);
    expect(emailsAfter(5)).toEqual(both.slice(0, 1));
    expect(toMemberResponse(document(hashed, loginId, history) as never)).not.toHaveProperty(
      'emails',
    );
  });

  it('folds and shows a person whose key is destroyed', () => {
    const { data } = history[0] as Extract<MemberEvent, { type: 'member.MemberCreated' }>;
    const erased = { ...data, tid: Secret.fromSealed('c', () => undefined) } as Record<
      string,
      unknown
    >;
    for (const field of [
      'firstName',
      'lastName',
      'dateOfBirth',
      'primaryAddress',
      'email1',
      'email2',
    ]) {
      Reflect.deleteProperty(erased, field);
    }
    const event = { type: 'member.MemberCreated', data: erased } as unknown as MemberEvent;
    const folded = document(memberDocuments, loginId, [event, ...history.slice(1)])!;
    expect(toMemberResponse(folded)).toMatchObject({ loginId, tid: '****', firstName: null });
  });
});

describe('the firm document', () => {
  it('is replaced by each definition', () => {
    const first = {
      firmId: firmOid,
      name: 'Acme',
      firmType: 'L',
      billingLevel: 'account',
      entitlements: [],
      partnerCode: 'A',
    } as const;
    const second = {
      firmId: firmOid,
      name: 'Acme 2',
      firmType: 'L',
      billingLevel: 'member',
      entitlements: ['fullTid'],
    } as const;
    const events: FirmEvent[] = [
      { type: 'firm.FirmDefined', data: first },
      { type: 'firm.FirmUpdated', data: second },
    ];
    const folded = document(firmDocuments, firmOid, events)!;
    expect(folded).toEqual({ ...second, revision: 1, scope: firmOid, sortName: 'acme 2' });
    expect(toFirmResponse(folded)).toEqual({ ...second, firmOid });
  });

  it('of a corporate firm belongs to its advisor firm and shows a masked tax id', () => {
    const events: FirmEvent[] = [
      {
        type: 'firm.CorporateFirmCreated',
        data: {
          firmId: '20000001',
          firmType: 'G',
          parentFirmId: firmOid,
          creationDate: '2026-03-02T15:00:00.000Z',
          finraAffiliated: false,
          directorOrTenPercentShareholder: false,
          directorOrTenPercentShareholderCompany: [],
          firmName: 'Doe LLC',
          firmTaxId: Secret.fromSealed('c', () => '541234567'),
          firmTaxIdType: 'TIN',
          firmRep: loginId,
          primaryAddress: {
            line1: '1 Main',
            city: 'Albany',
            state: 'NY',
            zipcode: '12207',
            country: 'US',
          },
        },
      },
    ];
    const folded = document(firmDocuments, '20000001', events)!;
    expect(folded).toMatchObject({ scope: firmOid, createdBy: 'advisor1' });
    expect(JSON.stringify(folded)).not.toContain('541234567');
    const view = toFirmResponse(folded);
    expect(view).toMatchObject({ firmId: '20000001', firmOid: '20000001', firmTaxId: '*****4567' });
    expect(view).not.toHaveProperty('scope');
    expect(toFirmResponse(folded, '541234567')).toMatchObject({ firmTaxId: '541234567' });
  });
});

describe('the trustee document', () => {
  it('has the form of the list', () => {
    const event: TrusteeEvent = {
      type: 'trustee.TrusteeCreated',
      data: {
        loginId: 'trustee01',
        memberOid: '7',
        firmOid,
        creationDate: '2026-03-02T15:00:00.000Z',
        firstName: 'Mary',
        lastName: 'Jones',
        dateOfBirth: '1960-01-01',
        email1: 'mary@example.com',
        tid,
      },
    };
    const folded = document(trusteeDocuments, 'trustee01', [event])!;
    expect(folded).toMatchObject({ firmId: firmOid, readers: ['trustee01', 'advisor1'] });
    expect(toTrusteeResponse(folded)).toEqual({
      loginId: 'trustee01',
      memberOid: '7',
      firmOid,
      creationDate: '2026-03-02T15:00:00.000+00:00',
      firstName: 'Mary',
      lastName: 'Jones',
      dateOfBirth: '1960-01-01T00:00:00.000+00:00',
      email1: 'mary@example.com',
      tid: '*****6789',
    });
  });
});

describe('the client document', () => {
  const apiKey = 'demo-key-1';
  const base = { apiKey, firmId: firmOid };
  const secret = (sealed: string): Secret => Secret.fromSealed(sealed, () => 'very-secret-value');
  const history: ClientEvent[] = [
    {
      type: 'client.ClientDefined',
      data: { ...base, loginId: 'adv1', sharedSecret: secret('one') },
    },
    { type: 'client.ClientUpdated', data: { ...base, loginId: 'adv1', entitlements: ['fullTid'] } },
    { type: 'client.SecretReplaced', data: { ...base, sharedSecret: secret('two') } },
    { type: 'client.ClientRevoked', data: base },
  ];

  it('keeps the newest secret sealed and shows nothing of it', () => {
    expect(document(clientDocuments, apiKey, history.slice(0, 2))?.sealedSecret).toBe('one');
    const folded = document(clientDocuments, apiKey, history);
    expect(folded).toEqual({
      ...base,
      loginId: 'adv1',
      entitlements: ['fullTid'],
      secretSince: '2026-03-02T15:00:00.000Z',
      sealedSecret: 'two',
      revoked: true,
    });
    expect(JSON.stringify(folded)).not.toContain('value');
  });

  it('keeps one replaced secret until its time, whatever else changes, and none beside a newer one', () => {
    const until = '2026-03-03T15:00:00.000Z';
    const [defined, updated, replaced] = history as [ClientEvent, ClientEvent, ClientEvent];
    const overlapping: ClientEvent = {
      type: 'client.SecretReplaced',
      data: { ...base, sharedSecret: secret('two'), previousUntil: until },
    };
    const previous = (...events: ClientEvent[]) =>
      document(clientDocuments, apiKey, [defined, overlapping, ...events])?.previous;
    expect(previous(updated)).toEqual({ sealedSecret: 'one', until });
    expect(previous(overlapping)).toEqual({ sealedSecret: 'two', until });
    expect(previous(replaced)).toBeUndefined();
    const folded = document(clientDocuments, apiKey, [defined, overlapping]);
    const shown = folded && toClientResponse(folded);
    expect(shown).toMatchObject({ previousSecretUntil: '2026-03-03T15:00:00.000+00:00' });
    expect(Object.keys(shown ?? {}).join()).not.toMatch(/sealed|previous\b/);
  });
});
