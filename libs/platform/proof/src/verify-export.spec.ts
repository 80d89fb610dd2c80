import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  chunks,
  exported,
  findingOf,
  logOf,
  publicKey,
  resealed,
  sample,
  stranger,
  stream,
  verify,
} from '../test/sample-exports.js';
import { eventHash } from './event-hash.js';
import { verifyExport } from './verify-export.js';

/** Line 1 to the manifest's line: an index that is changed, by its place in `lines`. */
const place = (lines: readonly string[]) => fc.nat({ max: lines.length - 1 });

describe('an export as it was written', () => {
  it('is verified, whatever pieces it comes in', async () => {
    const lines = sample();
    const verified = expect.objectContaining({
      ...{ records: 8, streams: 3, proven: 3, keyId: publicKey.kid, keyTrusted: false },
    });
    for (const size of [1, 7, 1_000_000]) {
      expect(await verifyExport(chunks(Buffer.from(lines.join('')), size))).toEqual({
        ok: true,
        verified,
      });
    }
  });

  it('is verified when it holds nothing', async () => {
    expect(await verify(exported([]))).toMatchObject({ ok: true, verified: { records: 0 } });
  });

  it('is verified against a key that is trusted, and against no other', async () => {
    expect(await verify(sample(), { trusted: [stranger, publicKey] })).toMatchObject({
      ok: true,
      verified: { keyTrusted: true },
    });
    expect(await findingOf(sample(), { trusted: [stranger] })).toMatchObject({ problem: 'key' });
  });
});

describe('an export of a log that was damaged', () => {
  it('is never verified: the damage is named', async () => {
    for (const named of ['c-1', null]) {
      const lines = sample(undefined, named);
      const finding = {
        ...{ problem: 'damaged', line: lines.length - 1 },
        message: expect.stringContaining('the log from 1 to 2'),
      };
      expect(await findingOf(lines)).toMatchObject(
        named === null ? finding : { ...finding, stream: named },
      );
    }
  });
});

describe('a copy that somebody meddled with', () => {
  it('any byte flipped: the line is named', async () => {
    const lines = sample();
    const bytes = Buffer.from(lines.join(''));
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: bytes.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, mask) => {
          const copy = Buffer.from(bytes);
          copy.writeUInt8(copy.readUInt8(at) ^ mask, at);
          const line = bytes.subarray(0, at).filter((byte) => byte === 10).length + 1;
          expect(await findingOf(copy)).toMatchObject({ line });
        },
      ),
      { numRuns: 400 },
    );
  });

  it('a line dropped: the gap is named', async () => {
    const lines = sample();
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: lines.length - 2 }), async (at) => {
        const finding = await findingOf(lines.toSpliced(at, 1));
        expect(finding).toMatchObject({ line: at + 1, problem: 'dropped' });
      }),
    );
  });

  it('two lines swapped: the first of the two places is named', async () => {
    const lines = sample();
    await fc.assert(
      fc.asyncProperty(place(lines), place(lines), async (one, other) => {
        fc.pre(one < other);
        const copy = lines.with(one, lines[other] ?? '').with(other, lines[one] ?? '');
        const finding = await findingOf(copy);
        expect(finding).toMatchObject({ line: one + 1 });
        if (other < lines.length - 1) expect(finding.problem).toBe('swapped');
      }),
    );
  });

  it('a line inserted, from this export or another: it is named', async () => {
    const lines = sample();
    const others = sample('another');
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: lines.length - 1 }),
        place(lines),
        fc.constantFrom(lines, others),
        async (at, from, source) => {
          const copy = lines.toSpliced(at, 0, source[from] ?? '');
          // a copy of the line it stands before is the same file as one of the line after it
          const line = source === lines && from === at ? at + 2 : at + 1;
          expect(await findingOf(copy)).toMatchObject({ line });
        },
      ),
    );
  });

  it('a copy of the next line put in, and not the next line moved', async () => {
    const lines = sample();
    const copy = lines.toSpliced(3, 0, lines[4] ?? '');
    expect(await findingOf(copy)).toMatchObject({ line: 4, problem: 'inserted' });
  });

  it.each(['nothing of an export', '', '{}', 'null', '[]'])(
    '“%s” inserted: it is named',
    async (text) => {
      const copy = sample().toSpliced(3, 0, `${text}\n`);
      expect(await findingOf(copy)).toMatchObject({ line: 4, problem: 'inserted' });
    },
  );

  it('cut off anywhere: the place is named', async () => {
    const bytes = Buffer.from(sample().join(''));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: bytes.length - 1 }), async (length) => {
        const left = bytes.subarray(0, length);
        const line = left.filter((byte) => byte === 10).length + 1;
        expect(await findingOf(left)).toMatchObject({ line, problem: 'truncated' });
      }),
    );
  });

  it('only the last line feed cut off: nothing else is said to be missing', async () => {
    const bytes = Buffer.from(sample().join(''));
    for (const [left, message] of [
      [1, /^Only the line feed/],
      [2, /^The file ends in the middle/],
    ] as const) {
      const finding = await findingOf(bytes.subarray(0, -left));
      expect(finding).toMatchObject({
        ...{ problem: 'truncated', line: sample().length },
        message: expect.stringMatching(message),
      });
    }
  });

  it('CRLF at the ends of lines, all or one: that is said', async () => {
    const lines = sample();
    const other = (line: string): string => line.replace('\n', '\r\n');
    const message = expect.stringContaining('from LF to CRLF');
    expect(await findingOf(lines.map(other))).toMatchObject({ line: 1, message });
    const one = lines.with(2, other(lines[2] ?? ''));
    expect(await findingOf(one)).toMatchObject({ problem: 'changed', line: 3, message });
    const changed = lines.with(2, other(lines[2] ?? '').replace('{', ' {'));
    expect(await findingOf(changed)).toMatchObject({
      line: 3,
      message: expect.not.stringContaining('CRLF'),
    });
  });

  it.each([
    ['nothing', '', 'It is empty.'],
    ['an empty line', '\n', 'It is not an export of this service.'],
    ['a text', 'Dear auditor,\n\nplease find…', 'It is not an export of this service.'],
    ['JSON', '{"kind":"header"}', 'It is not an export of this service.'],
    ['lines of JSON', '{"n":0}\n{"n":7}\n', 'It is not an export of this service.'],
  ])('%s instead of an export: it is no export', async (_what, text, message) => {
    expect(await findingOf(Buffer.from(text))).toMatchObject({ problem: 'format', message });
  });

  it('something after the manifest', async () => {
    const lines = sample();
    for (const more of ['{}\n', '{']) {
      expect(await findingOf([...lines, more])).toMatchObject({
        line: lines.length + 1,
        problem: 'inserted',
      });
    }
  });
});

describe('a copy whose line digests were worked out anew', () => {
  it('an event that was changed: its hash does not fit', async () => {
    const copy = resealed(sample(), (line) => {
      if (line['stream'] === 'a-1' && line['revision'] === 1) line['data'] = { text: 'other' };
    });
    expect(await findingOf(copy)).toMatchObject({ problem: 'changed', stream: 'a-1', revision: 1 });
  });

  it('with its hash: the next event does not follow', async () => {
    const copy = resealed(sample(), (line) => {
      if (line['stream'] !== 'a-1' || line['revision'] !== 1) return;
      line['data'] = { text: 'other' };
      line['hash'] = eventHash(line as never);
    });
    expect(await findingOf(copy)).toMatchObject({ problem: 'changed', stream: 'a-1', revision: 2 });
  });

  it('with the end of its stream: the daily root does not have it', async () => {
    const copy = resealed(sample(), (line) => {
      if (line['stream'] !== 'b-1') return;
      if (line['kind'] === 'event') line['data'] = { text: 'other' };
      const event = { ...stream('b-1', 1, 'other', 20n)[0], data: { text: 'other' } };
      line['hash'] = eventHash(event as never);
    });
    expect(await findingOf(copy)).toMatchObject({ problem: 'root', stream: 'b-1' });
  });

  it('without any of that: the manifest is not the one that was signed', async () => {
    const copy = resealed(sample(), (line) => {
      if (line['madeAt'] !== undefined) line['madeAt'] = '2026-01-04T00:00:00.000Z';
    });
    expect(await findingOf(copy)).toMatchObject({ problem: 'signature', line: copy.length });
  });

  it('an event left out, put in twice or moved: it is named', async () => {
    const lines = sample();
    const at = lines.findIndex((line) => line.includes('"stream":"c-1","revision":1,'));
    const [one = '', two = ''] = lines.slice(at);
    const found = (...changed: string[]) => findingOf(resealed(changed, () => undefined));
    const [before, after] = [lines.slice(0, at), lines.slice(at + 1)];
    const [line, stream] = [at + 1, 'c-1'];
    expect(await found(...before, ...after)).toMatchObject({
      ...{ problem: 'dropped', line, stream, revision: 2, message: expect.stringContaining('1') },
    });
    expect(await found(...before, one, one, ...after)).toMatchObject({
      ...{ problem: 'inserted', line: line + 1, stream, revision: 1 },
    });
    expect(await found(...before, two, one, ...after.slice(1))).toMatchObject({
      ...{ problem: 'dropped', line, stream, revision: 2 },
    });
    expect(await found(...lines.slice(0, 1), ...lines.slice(2))).toMatchObject({
      ...{ problem: 'dropped', line: 2, stream: 'a-1', revision: 1 },
    });
  });

  it('an event moved within the log: the first one behind its place is named', async () => {
    const [one, two] = [stream('a-1', 1, 'x', 10n), stream('b-1', 1, 'x', 20n)];
    const copy = resealed(logOf([...two, ...one]), () => undefined);
    expect(await findingOf(copy)).toMatchObject({ problem: 'swapped', line: 3, stream: 'a-1' });
    expect(await verify(logOf([...one, ...two]))).toMatchObject({ ok: true });
  });

  it('a whole stream left out: the manifest counts it', async () => {
    const lines = sample().filter((line) => !line.includes('"stream":"b-1"'));
    const copy = resealed(lines, () => undefined);
    expect(await findingOf(copy)).toMatchObject({ problem: 'manifest', line: copy.length });
  });
});
