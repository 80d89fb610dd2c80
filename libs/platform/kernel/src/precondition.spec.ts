import { expect, it } from '@jest/globals';
import { type Precondition, isAsExpected } from './event.js';

it.each<[Precondition | undefined, number | undefined, boolean]>([
  [undefined, undefined, true],
  [undefined, 3, true],
  ['any', 0, true],
  ['any', undefined, false],
  ['none', undefined, true],
  ['none', 0, false],
  [[3], 3, true],
  [[0], 0, true],
  [[1, 3], 3, true],
  [[1, 2], 3, false],
  [[], 3, false],
  [[0], undefined, false],
])('a write that expects %j of a resource at revision %j: %j', (expected, revision, holds) => {
  expect(isAsExpected(expected, revision)).toBe(holds);
});
