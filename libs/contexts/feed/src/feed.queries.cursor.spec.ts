import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeCursor, encodeCursor, type FeedPlace } from './feed.queries.js';

const places: fc.Arbitrary<FeedPlace> = fc.oneof(
  fc.nat().map((sequence) => ({ sequence })),
  fc.bigInt(0n, 2n ** 62n).map((position) => ({ position })),
);

describe('a cursor', () => {
  it('decodes to the place it encodes', () => {
    fc.assert(
      fc.property(places, (place) => {
        expect(decodeCursor(encodeCursor(place))).toEqual(place);
      }),
      { examples: [[{ sequence: 0 }], [{ position: 0n }], [{ position: 2n ** 62n }]] },
    );
  });

  it.each(['', 's', 's01', 's-1', 'p1.5', 'x1', 's1 ', `s${'1'.repeat(20)}`])(
    'is none that was never made: %j',
    (text) => {
      expect(decodeCursor(Buffer.from(text, 'latin1').toString('base64url'))).toBeUndefined();
    },
  );

  it('has only one valid form', () => {
    const cursor = encodeCursor({ sequence: 12_345 });
    const padded = Buffer.from('s12345', 'latin1').toString('base64');
    expect(decodeCursor(cursor)).toEqual({ sequence: 12_345 });
    for (const other of [`${cursor}=`, padded.replace(/=*$/, '=='), ` ${cursor}`, 's12345']) {
      expect(decodeCursor(other)).toBeUndefined();
    }
  });
});
