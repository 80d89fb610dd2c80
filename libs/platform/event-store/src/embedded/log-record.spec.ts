import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodeRecord, followerFilter, EmbeddedRecord, recordFilter } from './log-record.js';

const name = fc.string({
  unit: fc.constantFrom('a', 'b', '.', '"', '\\', ',', '-', 'é'),
  minLength: 1,
});
const id = '6d0f4dfc-64d0-5c1e-9a57-0f1f8b7d6a52';

function record(stream: string, type: string): EmbeddedRecord {
  const event = { id, type, data: { a: type }, metadata: {} };
  return new EmbeddedRecord(encodeRecord(stream, 3, event), 7);
}

describe('record of the embedded log', () => {
  it('is the event it was written as, the same object for everybody', () => {
    const read = record('folio-1', 'folio.Made.v1');
    expect(read.type).toBe('folio.Made.v1');
    expect(read.event).toEqual({
      id,
      type: 'folio.Made.v1',
      data: { a: 'folio.Made.v1' },
      metadata: {},
      stream: 'folio-1',
      revision: 3,
      position: 7n,
    });
    expect(read.event).toBe(read.event);
  });

  it('passes a filter of followers when it passes the filter, whatever its names', () => {
    const names = fc.tuple(name, name);
    const prefixes = fc.option(fc.array(name, { minLength: 1, maxLength: 3 }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(names), prefixes, prefixes, (all, streamPrefixes, typePrefixes) => {
        const filter = {
          ...(streamPrefixes && { streamPrefixes }),
          ...(typePrefixes && { typePrefixes }),
        };
        const [one, other] = [recordFilter(filter), followerFilter(filter)];
        for (const [stream, type] of all) {
          const read = record(stream, type);
          const wanted =
            (streamPrefixes?.some((prefix) => stream.startsWith(prefix)) ?? true) &&
            (typePrefixes?.some((prefix) => type.startsWith(prefix)) ?? true);
          expect(other(read)).toBe(wanted);
          expect(one(read.text)).toBe(wanted);
        }
      }),
      {
        examples: [
          [[[',', 'a']], undefined, ['a']],
          [[['",', 'a']], undefined, ['a']],
        ],
      },
    );
  });
});
