import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { conversation } from './conversation.js';

describe('a bar of progress', () => {
  let shown: string;
  beforeEach(() => {
    shown = '';
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
      shown += String(text);
      return true;
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it.each([
    [0, '?'],
    [10, '0s'],
  ])('says after %d of 10 that %s is left', (done, left) => {
    const bar = conversation({ asJson: false, yes: false }).progress('Folding', 'B', 10);
    bar.update(done);
    bar.stop();
    expect(shown.trim().split('\n').at(-1)).toMatch(
      new RegExp(` \\| ${left.replace('?', '\\?')} left$`),
    );
  });

  it('takes nothing that had been done before for its rate', () => {
    const bar = conversation({ asJson: false, yes: false }).progress('Folding', 'B', 10, 9);
    bar.update(9);
    bar.stop();
    expect(shown.trim().split('\n').at(-1)).toContain('90% | 9/10 B | 0 B/s');
  });
});
