import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RequestContext } from '#libs/platform/http';
import { type Caller, RefusedException } from '#libs/platform/kernel';
import { OwnProfiles, TaxIds, visible } from './member.guard.js';

const OWN = '7';

const OTHER = '8';

const WHOLE = '123-45-6789';

const caller = (more: object = {}): Caller =>
  ({ roles: ['client'], firmId: OWN, member: 'jane', entitlements: [], ...more }) as never;

const contextOf = (more?: object): RequestContext => ({ caller: caller(more) }) as never;

const nobody = { firmId: undefined };

const auditor = { roles: ['auditor'], firmId: undefined };

describe('a document', () => {
  it.each<[string, object, string | undefined]>([
    ['of the own firm', {}, OWN],
    ['of any firm to an auditor', auditor, OTHER],
    ['of no firm to an auditor', auditor, undefined],
  ])('is shown: %s', (_what, more, firmId) => {
    const document = {};
    expect(visible(caller(more), document, firmId)).toBe(document);
  });

  it.each<[string, object, object | undefined, string | undefined]>([
    ['of another firm', {}, {}, OTHER],
    ['of no firm', {}, {}, undefined],
    ['of no firm to who has none', nobody, {}, undefined],
    ['that is not there', {}, undefined, OWN],
    ['that is not there, to an auditor', auditor, undefined, undefined],
  ])('is not: %s', (_what, more, document, firmId) => {
    expect(() => visible(caller(more), document, firmId)).toThrow(RefusedException);
  });
});

describe('a profile', () => {
  const profiles = (isAnother: boolean, found?: object): OwnProfiles =>
    new OwnProfiles(
      { isAnother: (_: object, ...them: string[]) => isAnother && !them.includes('jane') } as never,
      { of: () => ({ shown: () => Promise.resolve(found) }) } as never,
    );

  it.each<[string, OwnProfiles]>([
    ['its member or the API client', profiles(false)],
    ['its advisor', profiles(true, { firmId: OWN, advisorLoginId: 'jane' })],
  ])('is for %s', async (_who, checked) => {
    await checked.check(contextOf(), 'joe');
  });

  it.each<[string, string, OwnProfiles]>([
    [
      'another person of the firm',
      'forbidden',
      profiles(true, { firmId: OWN, advisorLoginId: 'jim' }),
    ],
    [
      'who has the same name elsewhere',
      'not_found',
      profiles(true, { firmId: OTHER, advisorLoginId: 'jane' }),
    ],
  ])('is not for %s: %s', async (_who, kind, checked) => {
    await expect(checked.check(contextOf(), 'joe')).rejects.toMatchObject({ refusal: { kind } });
  });
});

describe('a tax id', () => {
  /** The steps, in order. */
  let done: unknown[];
  beforeEach(() => {
    done = [];
  });
  const ask = (more: object, opened: string | undefined): Promise<string | undefined> => {
    const sealer = {
      prefetch: (sealed: readonly string[]) => Promise.resolve(done.push(...sealed)),
      open: (sealed: string) => (done.includes(sealed) ? opened : undefined),
    };
    const context = { ...contextOf(more), disclose: (shown: object) => done.push(shown) };
    const taxId = { sealed: 'sealed', masked: '***-**-6789' };
    const taxIds = new TaxIds(sealer as never);
    return taxIds.whole(context, OWN, taxId, 'member:joe');
  };

  it('is shown whole to the firm that is entitled to it, and recorded', async () => {
    expect(await ask({ firmItself: true, entitlements: ['fullTid'] }, WHOLE)).toBe(WHOLE);
    expect(done).toEqual(['sealed', { kind: 'fullTid', subjects: ['member:joe'] }]);
  });

  it.each<[string, object]>([
    ['a firm that is not entitled', { firmItself: true, entitlements: ['removeRestrictions'] }],
    ['another firm', { firmItself: true, firmId: OTHER, entitlements: ['fullTid'] }],
    ['a person of the firm, whatever it is entitled to', { entitlements: ['fullTid'] }],
    ['who is no client', { roles: ['auditor'], entitlements: ['fullTid'] }],
  ])('is not opened for %s', async (_who, more) => {
    expect(await ask(more, WHOLE)).toBeUndefined();
    expect(done).toEqual([]);
  });

  it('is recorded as shown by nobody once its key is destroyed', async () => {
    expect(await ask({ firmItself: true, entitlements: ['fullTid'] }, undefined)).toBeUndefined();
    expect(done).toEqual(['sealed']);
  });
});
