import { describe, expect, it } from '@jest/globals';
import { rtgChangedMail } from './rtg.reactions.js';

const list = (...pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([ticker, targetWeight]) => ({ ticker, targetWeight }));

const before = {
  name: 'Balanced',
  description: null,
  targetWeights: list(['VTI', '60.00'], ['BND', '40.00']),
};

describe('the mail about a changed model', () => {
  it('says what has changed, and that no folio has', () => {
    const targetWeights = list(['VTI', '60.00'], ['AGG', '25.00'], ['TIP', '15.00']);
    const { subject, text } = rtgChangedMail({
      rtgOid: '1',
      changeNumber: 1,
      ...before,
      targetWeights,
      previous: before,
    });
    expect(subject).toBe('A model you follow has changed: Balanced');
    expect(text.split('\n')).toEqual([
      'The ready-to-go folio model "Balanced", which you follow, has changed.',
      '',
      'New target weights:',
      '',
      '  AGG: none -> 25.00 %',
      '  TIP: none -> 15.00 %',
      '  BND: 40.00 % -> none',
      '',
      'Your folios have not been changed. Please review the model and place the orders you want.',
    ]);
  });

  it('reports a change of only the name', () => {
    const { text } = rtgChangedMail({
      rtgOid: '1',
      changeNumber: 1,
      ...before,
      name: 'Calm',
      previous: before,
    });
    expect(text).toContain('Its name was "Balanced".');
    expect(text).not.toContain('weights');
  });
});
