import { describe, expect, it } from '@jest/globals';
import { field } from '../../support/problems.js';
import { link, raw, refusedUnchanged, service } from './set-up.js';

describe('Verify a micro-deposit bank link › body fields', () => {
  const keys = ['bankLinkOid', 'md1', 'md2', 'ownerLoginId'] as const;

  it.each(keys.flatMap((key) => [undefined, null].map((value) => ({ key, value }))))(
    'Bank link › $key › $value › cannot.be.null [bank-link.verify]',
    ({ key, value }) =>
      refusedUnchanged(() => link.verify({ [key]: value }), field(key, 'cannot.be.null')),
  );

  const wrongTypes = [true, {}, [], ['0.12']];
  it.each(keys.flatMap((key) => wrongTypes.map((value) => ({ key, value }))))(
    'Bank link › $key › $value › invalid.value [bank-link.verify]',
    ({ key, value }) =>
      refusedUnchanged(() => link.verify({ [key]: value }), field(key, 'invalid.value')),
  );

  it.each(
    (['md1', 'md2'] as const).flatMap((key) =>
      ['-0.12', '1e1', '0,12', ' 0.12', 'NaN', '0.123456789', '9'.repeat(20)].map((value) => ({
        key,
        value,
      })),
    ),
  )('Bank link › $key › $value is no amount › invalid.value [bank-link.verify]', ({ key, value }) =>
    refusedUnchanged(() => link.verify({ [key]: value }), field(key, 'invalid.value')),
  );

  it.each(['bankLinkOid', 'ownerLoginId'])(
    'Bank link › %s › too long › invalid.length [bank-link.verify]',
    (key) =>
      refusedUnchanged(() => link.verify({ [key]: '1'.repeat(65) }), field(key, 'invalid.length')),
  );

  it.each(['MD1', 'banklinkoid', 'status', '__proto__', 'constructor'])(
    'Errors › SYNTAX › unrecognized field %s [bank-link.verify errors.SYNTAX]',
    async (key) => {
      const body = JSON.stringify(link.verifyBody()).replace('{', `{${JSON.stringify(key)}:"x",`);
      const before = await service.requestHead();
      const answer = await raw(link.verifyPath, body);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual([
        expect.objectContaining({ type: 'SYNTAX', field: key }),
      ]);
      expect(await service.requestHead()).toBe(before);
    },
  );
});
