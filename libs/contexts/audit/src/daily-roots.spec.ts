import { describe, it } from '@jest/globals';
import { specification } from '#libs/platform/testing';
import type { DailyRootSigned, SignedRoot } from './audit.events.js';
import { dailyRoots } from './daily-roots.js';

const roots = specification(dailyRoots);

const root = (day: string, rest: Partial<SignedRoot> = {}): SignedRoot => ({
  ...{ day: day, root: `root of ${day}`, streams: 3, position: '100' },
  ...{ previous: null, keyId: 'k1', signature: 's', ...rest },
});

const signed = (data: SignedRoot): DailyRootSigned => ({
  type: 'audit.DailyRootSigned',
  data,
});

describe('the root of a day', () => {
  it('is signed once, whatever a second signer found', () => {
    const first = root('2026-03-01');
    roots
      .given([])
      .when({ root: first })
      .then([signed(first)]);
    roots
      .given([signed(first)])
      .when({ root: root('2026-03-01', { root: 'another' }) })
      .thenNothing();
  });

  it('follows the previous day, never the other way round', () => {
    const first = signed(root('2026-03-01'));
    const second = root('2026-03-02', { previous: first.data.root });
    roots
      .given([first])
      .when({ root: second })
      .then([signed(second)]);
    roots
      .given([first, signed(second)])
      .when({ root: root('2026-03-01') })
      .thenNothing();
  });
});
