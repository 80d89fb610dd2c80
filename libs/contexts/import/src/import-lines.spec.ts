import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BodyStalledError, LineReader, piecesOf } from './import-lines.js';

const LONGEST = 8;

function linesIn(pieces: readonly Buffer[]): (string | undefined)[] {
  const reader = new LineReader(LONGEST);
  const lines = [...pieces.flatMap((piece) => [...reader.take(piece)]), ...reader.end()];
  expect(lines.map(({ number }) => number)).toEqual(lines.map((_, index) => index + 1));
  return lines.map(({ bytes }) => bytes?.toString());
}

describe('lines of a body', () => {
  it('are the same whatever pieces it arrives in', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'ä', '\n'), maxLength: 60 });
    fc.assert(
      fc.property(text, fc.array(fc.nat(20)), (whole, cuts) => {
        const bytes = Buffer.from(whole);
        const pieces: Buffer[] = [];
        let at = 0;
        for (const cut of cuts) {
          pieces.push(bytes.subarray(at, at + cut));
          at += cut;
        }
        pieces.push(bytes.subarray(at));
        const expected = whole.split('\n');
        if (expected.at(-1) === '') expected.pop();
        expect(linesIn(pieces)).toEqual(
          expected.map((line) => (Buffer.byteLength(line) > LONGEST ? undefined : line)),
        );
      }),
    );
  });

  it('a body that stops coming is an error', async () => {
    const body = new PassThrough();
    body.write('a');
    const pieces = piecesOf(body, 10);
    expect((await pieces.next()).value).toEqual(Buffer.from('a'));
    await expect(pieces.next()).rejects.toThrow(BodyStalledError);
  });
});
