import { beforeAll, describe, expect, it } from '@jest/globals';
import { features } from '#libs/application';
import { toPublishedEvent } from '#libs/contexts/feed';
import { EventCodec, type PersonalData } from '#libs/platform/event-store';
import { registryOf } from '#libs/platform/service';
import { type GoldenEvent, goldenEvents } from '../support/golden-events.js';
import { contract } from '../support/published-events.js';

const PARTS = {
  id: 'id',
  accountNumber: 'RA12345678',
  sequence: 1,
  time: '2026-01-01T00:00:00Z',
};

const refuse = (): never => {
  throw new Error('no personal data are at hand');
};

const noPersonalData: PersonalData = {
  ...{ ensure: refuse, prefetch: refuse, seal: refuse, open: refuse, opener: refuse },
};

describe('the translation of stored events into published ones', () => {
  let golden: [type: string, event: GoldenEvent][];
  beforeAll(async () => {
    golden = [...(await goldenEvents())].map(([name, event]) => [
      name.replace(/\.v\d+$/, ''),
      event,
    ]);
  });

  it('covers every event that names an account, but what comes of publishing it, and endings before their end', () => {
    const missing = golden
      .filter(
        ([type, { stored }]) =>
          !/^(?:feed|webhook|subscription)\.|(?:Begun|TakenBack)$/.test(type) &&
          'accountNumber' in stored.data,
      )
      .map(([type]) => type)
      .filter((type) => !contract.sources.includes(type));
    expect(missing).toEqual([]);
  });

  it('is pure, and publishes nothing else', () => {
    let count = 0;
    for (const [type, { decoded }] of golden) {
      const data = decoded as object;
      const before = JSON.stringify(data);
      const draft = contract.draft({ type, data });
      expect(draft).toEqual(contract.draft({ type, data }));
      expect(JSON.stringify(data)).toBe(before);
      if (draft === undefined) continue;
      count += 1;
      expect(Object.keys(draft.data)).toEqual(Object.keys(draft.type.fields));
    }
    expect(count).toBeGreaterThan(40);
    expect(contract.draft({ type: 'member.MemberCreated', data: {} })).toBeUndefined();
    expect(contract.draft({ type: 'toString', data: {} })).toBeUndefined();
  });

  it('leads to what shows the change', () => {
    const data = { accountNumber: 'RA12345678', folioNumber: 'RA1234567803', positions: [] };
    const draft = contract.draft({ type: 'folio.PositionsSet', data });
    expect(draft && toPublishedEvent(draft, PARTS).subject).toBe(
      '/restapi/accounts/RA12345678/folios/RA1234567803/positions',
    );
  });

  it('knows two causes for the end of a restriction', () => {
    const published = (['signatures', 'request', 'identity'] as const).map(
      (cause) => contract.draft({ type: 'account.RestrictionLifted', data: { cause } })?.data,
    );
    expect(published).toMatchObject([
      { cause: 'signatures' },
      { cause: 'request' },
      { cause: 'request' },
    ]);
  });

  it('has no field that is personal in the event it comes from', () => {
    const personal = registryOf(features)
      .all()
      .flatMap(({ type, definition: { personal, publishes } }) =>
        publishes === undefined || publishes === 'nothing'
          ? []
          : Object.keys(publishes.type.fields)
              .filter((field) =>
                (personal?.fields as readonly string[] | undefined)?.includes(field),
              )
              .map((field) => `${type}: ${field}`),
      );
    expect(personal).toEqual([]);
  });

  it('needs no personal data: it is the same while they are sealed', () => {
    const codec = new EventCodec(registryOf(features), noPersonalData);
    let sealed = 0;
    for (const [type, { stored, decoded }] of golden) {
      const draft = contract.draft({ type, data: decoded as object });
      if (draft === undefined) continue;
      if (JSON.stringify(stored.data).includes('$sealed')) sealed += 1;
      const [event] = codec.decodeSealed([{ ...stored, position: 1n }]);
      expect([type, event && contract.draft(event)]).toEqual([type, draft]);
    }
    expect(sealed).toBeGreaterThan(10);
  });

  it('lets no person through: no sealed field, no login id', () => {
    for (const [type, { decoded }] of golden) {
      const data = decoded as Record<string, unknown>;
      const published = JSON.stringify(contract.draft({ type, data }) ?? null);
      const logins = ['loginId', 'primaryAccountOwner', 'owner', 'createdBy', 'ownerLoginId']
        .map((name) => data[name])
        .filter((login) => typeof login === 'string');
      for (const login of logins)
        expect([type, published]).not.toEqual([type, expect.stringContaining(`"${login}"`)]);
    }
  });
});
