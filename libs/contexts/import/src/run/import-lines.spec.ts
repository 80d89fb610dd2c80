import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BodyStalledError, LineReader, piecesOf } from '../run/import-lines.js';

const LONGEST = 8;

function linesIn(reader: LineReader, pieces: readonly Buffer[]): [number, string | undefined][] {
  const lines = [...pieces.flatMap((piece) => [...reader.take(piece)]), ...reader.end()];
  return lines.map(({ number, bytes }) => [number, bytes?.toString()]);
}

describe('lines of a body', () => {
  it('are the same however the body is chunked', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'ä', ' ', '\n'), maxLength: 60 });
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
        const all = whole.split('\n');
        const isBlank = (line: string): boolean =>
          Buffer.byteLength(line) <= LONGEST && line.trim() === '';
        const expected = all.flatMap((line, at) =>
          isBlank(line)
            ? []
            : [[at + 1, Buffer.byteLength(line) > LONGEST ? undefined : line] as const],
        );
        const reader = new LineReader(LONGEST);
        expect(linesIn(reader, pieces)).toEqual(expected);
        const ended = whole === '' || whole.endsWith('\n') ? all.slice(0, -1) : all;
        const blank = ended.filter(isBlank).reduce((sum, line) => sum + line.length + 1, 0);
        expect(reader.blank).toBe(blank);
      }),
    );
  });

  it('a stalled body is an error', async () => {
    const body = new PassThrough();
    body.write('a');
    const pieces = piecesOf(body, 10);
    expect((await pieces.next()).value).toEqual(Buffer.from('a'));
    await expect(pieces.next()).rejects.toThrow(BodyStalledError);
  });
});
