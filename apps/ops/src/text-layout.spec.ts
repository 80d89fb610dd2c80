import { describe, expect, it } from '@jest/globals';
import { filled, wrapped } from './text-layout.js';

describe('text for a terminal', () => {
  it('is broken at blanks, and goes on below where its text begins', () => {
    expect(wrapped('one two three', 9)).toBe('one two\nthree');
    expect(wrapped('  one two three', 9)).toBe('  one two\n  three');
    expect(wrapped('a name    one two three', 18)).toBe('a name    one two\n          three');
    expect(wrapped('short\none two three', 9)).toBe('short\none two\nthree');
  });

  it('keeps words that are too long, and everything where nobody says how wide it may be', () => {
    expect(wrapped(`a ${'x'.repeat(20)} b`, 9)).toBe(`a\n${'x'.repeat(20)}\nb`);
    expect(wrapped('x'.repeat(200))).toBe('x'.repeat(200));
  });

  it('of prose has the lines of a paragraph joined, and what is indented as it is', () => {
    const text = '\none two\nthree four\n\nExamples:\n  $ a command that is too long\n';
    expect(filled(text, 14)).toBe(
      '\none two three\nfour\n\nExamples:\n  $ a command that is too long\n',
    );
  });
});
