import { describe, expect, it } from '@jest/globals';
import type { Schemas } from '#libs/client';
import { holdsOf } from './erasure-words.js';

const HOUR_MS = 3_600_000;
const [past, future] = [-HOUR_MS, HOUR_MS].map((ms) => new Date(Date.now() + ms).toISOString());

describe('why the data of a person must be kept', () => {
  const holds = (fields: object) => {
    const nothing = { heldUntil: past, accountsWithPositions: [], accountsWithTransactions: [] };
    return holdsOf({ ...nothing, ...fields } as unknown as Schemas['Erasure'], 'that day');
  };

  it.each([
    ['nothing', {}, []],
    ['a date to come', { heldUntil: future }, [['held until', 'that day']]],
    [
      'securities, whatever the date that is past',
      { accountsWithPositions: ['RA1', 'RA2'] },
      [['securities on', 'RA1, RA2']],
    ],
    [
      'all of them, the date last',
      { heldUntil: future, accountsWithPositions: ['RA1'], accountsWithTransactions: ['RA3'] },
      [
        ['securities on', 'RA1'],
        ['money on', 'RA3'],
        ['held until', 'that day'],
      ],
    ],
  ])('%s', (_what, fields, expected) => {
    expect(holds(fields)).toEqual(expected);
  });
});
