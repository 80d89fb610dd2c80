import { beforeAll, describe, expect, it } from '@jest/globals';
import { isPublishedType, SOURCE_TYPES, translate } from '#libs/contexts/feed';
import { type GoldenEvent, goldenEvents } from '../support/golden-events.js';

describe('the translation of stored events into published ones', () => {
  let golden: [type: string, event: GoldenEvent][];
  beforeAll(async () => {
    golden = [...(await goldenEvents())].map(([name, event]) => [
      name.replace(/\.v\d+$/, ''),
      event,
    ]);
  });

  it('covers every event that names an account, but what comes of publishing it', () => {
    const missing = golden
      .filter(
        ([type, { stored }]) => !/^(?:feed|webhook)\./.test(type) && 'accountNumber' in stored.data,
      )
      .map(([type]) => type)
      .filter((type) => !(SOURCE_TYPES as readonly string[]).includes(type));
    expect(missing).toEqual([]);
  });

  it('is pure, and publishes nothing else', () => {
    let count = 0;
    for (const [type, { decoded }] of golden) {
      const data = decoded as object;
      const before = JSON.stringify(data);
      const draft = translate({ type, data });
      expect(draft).toEqual(translate({ type, data }));
      expect(JSON.stringify(data)).toBe(before);
      if (draft === undefined) continue;
      count += 1;
      expect(isPublishedType(draft.type)).toBe(true);
    }
    expect(count).toBeGreaterThan(40);
    expect(translate({ type: 'member.MemberCreated', data: {} })).toBeUndefined();
    expect(translate({ type: 'toString', data: {} })).toBeUndefined();
  });

  it('lets no person through: no sealed field, no login id', () => {
    for (const [type, { decoded }] of golden) {
      const data = decoded as Record<string, unknown>;
      const published = JSON.stringify(translate({ type, data }) ?? null);
      const logins = ['loginId', 'primaryAccountOwner', 'owner', 'createdBy', 'ownerLoginId']
        .map((name) => data[name])
        .filter((login) => typeof login === 'string');
      for (const login of logins)
        expect([type, published]).not.toEqual([type, expect.stringContaining(`"${login}"`)]);
    }
  });
});
