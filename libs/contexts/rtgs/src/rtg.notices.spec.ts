import { describe, it } from '@jest/globals';
import { specification } from '#libs/platform/testing';
import { rtgNotices } from './rtg.js';
import type { RtgNoticesEvent } from './rtg.events.js';

const notices = specification(rtgNotices);

const change = { rtgOid: '3000001', changeNumber: 2 };

const advanced = (upTo: string, folios: number): RtgNoticesEvent => ({
  type: 'rtg.NoticesAdvanced',
  data: { ...change, upTo, folios },
});

const completed: RtgNoticesEvent = { type: 'rtg.NoticesCompleted', data: { ...change, folios: 3 } };

describe('the notices about one change of a model', () => {
  it('continue where they stopped, and end once', () => {
    notices
      .given([])
      .when({ ...change, upTo: 'RA0000000103', folios: 2 })
      .then([advanced('RA0000000103', 2)]);
    notices
      .given([advanced('RA0000000103', 2)])
      .when({ ...change, upTo: 'RA0000000203', folios: 1 })
      .then([advanced('RA0000000203', 3)]);
    notices
      .given([advanced('RA0000000203', 3)])
      .when({ ...change, upTo: undefined, folios: 0 })
      .then([completed]);
    notices
      .given([completed])
      .when({ ...change, upTo: undefined, folios: 0 })
      .thenNothing();
  });

  it('never go back', () => {
    notices
      .given([advanced('RA0000000203', 3)])
      .when({ ...change, upTo: 'RA0000000103', folios: 2 })
      .thenNothing();
  });
});
