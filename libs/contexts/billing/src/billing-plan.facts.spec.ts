import { describe, expect, it } from '@jest/globals';
import type { FirmState } from '#libs/contexts/members';
import type { Role } from '#libs/platform/kernel';
import { firmTypeOf, visibleFirmType } from './billing-plan.facts.js';

const advisor: FirmState = {
  institutional: { name: 'Advisors', firmType: 'L', billingLevel: 'account', entitlements: [] },
};

const corporate: FirmState = { corporate: { parentFirmId: '1000001', firmRep: 'jdoe' } };

function caller(firmId: string | undefined, ...roles: Role[]) {
  return { roles, ...(firmId !== undefined && { firmId }) };
}

const own = caller('1000001', 'client');

const other = caller('1000002', 'client');

const auditor = caller(undefined, 'auditor');

describe('firms whose billing plans a caller may request', () => {
  it.each([
    ['its own', '1000001', advisor, own, 'L'],
    ['another one', '1000001', advisor, other, undefined],
    ['a corporate firm of its own', '7', corporate, own, 'G'],
    ['a corporate firm of another one', '7', corporate, other, undefined],
    ['itself, when it is a corporate firm', '7', corporate, caller('7', 'client'), undefined],
    ['its own that does not exist', '1000001', {}, own, undefined],
    ['any firm, for an auditor', '1000001', advisor, auditor, 'L'],
    ['any corporate firm, for an auditor', '7', corporate, auditor, 'G'],
    ['a firm that does not exist, for an auditor', '8', {}, auditor, undefined],
    ['any firm, without one', '1000001', advisor, caller(undefined, 'client'), undefined],
  ])('%s', (_, firmId, state: FirmState, who, firmType) => {
    expect(visibleFirmType(firmId, state, who)).toBe(firmType);
  });

  it('the back office sees each firm with its type', () => {
    expect([advisor, corporate, {}].map((state) => firmTypeOf(state))).toEqual([
      'L',
      'G',
      undefined,
    ]);
  });
});
