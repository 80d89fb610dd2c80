import { describe, expect, it } from '@jest/globals';
import { mostConnections } from './connections.js';

describe('connections of a server', () => {
  it.each([
    [64, 32],
    [256, 128],
    [1_024, 512],
    [20_000, 19_488],
  ])('of %i descriptors take %i at most', (limit, most) => {
    expect(mostConnections(limit)).toBe(most);
  });

  it('are limited by this system', () => {
    expect(mostConnections()).toBeGreaterThan(0);
  });
});
