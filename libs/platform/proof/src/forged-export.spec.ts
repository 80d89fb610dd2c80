import { describe, expect, it } from '@jest/globals';
import {
  type Change,
  exported,
  findingOf,
  logOf,
  privateKey,
  publicKey,
  resealed,
  sample,
  stranger,
  strangersKey,
  stream,
  verify,
} from '../test/sample-exports.js';
import { signRoot } from './signatures.js';
import { eventHash } from './event-hash.js';
import { leafHash, MerkleRoot } from './merkle.js';

/** The sample as somebody would hand it out who has the key. */
const forged = (change: Change, lines: readonly string[] = sample()): string[] =>
  resealed(lines, change, privateKey);

/** A change of one line: an event or the end of a stream by its name and, an event, its revision; another line by its kind. */
const where =
  (kind: string, at: { readonly stream?: string; readonly revision?: number }, change: Change) =>
  (line: Record<string, unknown>): void => {
    const isIt = line['kind'] === kind && Object.entries(at).every(([key, of]) => line[key] === of);
    if (isIt) change(line);
  };
const inEvent = (of: string, revision: number, change: Change): Change =>
  where('event', { stream: of, revision }, change);
const inEnd = (of: string, change: Change): Change => where('stream', { stream: of }, change);
const inManifest = (fields: object): Change =>
  where('manifest', {}, (line) => Object.assign(line, fields));
/** The header, and the manifest, which repeats it. */
const inBoth =
  (fields: object): Change =>
  (line) => {
    if (line['kind'] === 'header' || line['kind'] === 'manifest') Object.assign(line, fields);
  };
const rehashed =
  (change: Change): Change =>
  (line) => {
    change(line);
    line['hash'] = eventHash(line as never);
  };

describe('an export whose manifest was signed anew', () => {
  it('is verified as it was', async () => {
    expect(await verify(forged(() => undefined))).toMatchObject({ ok: true });
  });

  it.each<[string, Change, object]>([
    [
      'an event without a position',
      inEvent('a-1', 0, (line) => (line['position'] = '')),
      { line: 2 },
    ],
    [
      'an event whose position is no number',
      inEvent('a-1', 0, (line) => (line['position'] = '0x10')),
      { line: 2 },
    ],
    [
      'an event whose revision is a text',
      inEvent(
        'a-1',
        1,
        rehashed((line) => (line['revision'] = '1')),
      ),
      { problem: 'changed', line: 3 },
    ],
    ['an event newer than the export', inBoth({ upTo: '11' }), { line: 4 }],
    [
      'a first event that follows another',
      inEvent(
        'b-1',
        0,
        rehashed((line) => (line['metadata'] = { previousHash: 'x' })),
      ),
      { line: 6 },
    ],
    [
      'an event without metadata',
      inEvent(
        'a-1',
        0,
        rehashed((line) => (line['metadata'] = null)),
      ),
      { line: 2 },
    ],
    [
      'an event behind the one before it',
      inEvent('a-1', 1, (line) => (line['position'] = '9')),
      { line: 3, problem: 'swapped' },
    ],
    ['an end with another beginning', inEnd('a-1', (line) => (line['first'] = 1)), { line: 5 }],
    ['an end with another last event', inEnd('a-1', (line) => (line['last'] = 3)), { line: 5 }],
    ['an end with another hash', inEnd('a-1', (line) => (line['hash'] = 'x')), { line: 5 }],
    ['the end of another stream', inEnd('a-1', (line) => (line['stream'] = 'x-1')), { line: 5 }],
    [
      'a line of another kind',
      inEnd('a-1', (line) => (line['kind'] = 'x')),
      { line: 5, problem: 'inserted' },
    ],
    [
      'a second header',
      inEnd('a-1', (line) => (line['kind'] = 'header')),
      { line: 5, problem: 'inserted' },
    ],
    ['another number', inEvent('a-1', 1, (line) => (line['n'] = 7)), { line: 3 }],
    ['no header', where('header', {}, (line) => (line['kind'] = 'event')), { line: 1 }],
    ['another format', inBoth({ format: 'other' }), { line: 1 }],
    ['another version', inBoth({ version: 2 }), { line: 1 }],
    ['a header that is not whole', inBoth({ scope: null }), { line: 1 }],
  ])('%s: it is named', async (_what, change, finding) => {
    expect(await findingOf(forged(change))).toMatchObject({ problem: 'changed', ...finding });
  });

  it('without the end of a stream: the next one is named', async () => {
    const lines = sample();
    expect(await findingOf(forged(() => undefined, lines.toSpliced(4, 1)))).toMatchObject({
      ...{ problem: 'changed', line: 5, stream: 'b-1' },
    });
  });

  it('without the end of the last stream', async () => {
    const heads = new MerkleRoot();
    const ends = sample().map((line) => JSON.parse(line) as Record<string, unknown>);
    for (const end of ends) {
      if (end['kind'] !== 'stream' || end['stream'] === 'c-1') continue;
      heads.add(leafHash({ ...end, revision: end['last'] } as never));
    }
    const copy = forged(inManifest({ streams: 2, heads: heads.root() }), sample().toSpliced(11, 1));
    expect(await findingOf(copy)).toMatchObject({
      ...{ problem: 'manifest', message: expect.stringContaining('no end') },
    });
  });

  it('without its newest event, and with an end that fits: the daily root has it', async () => {
    const lines = exported([stream('a-1', 2, 'x', 10n)]);
    const shorter = exported([stream('a-1', 1, 'x', 10n)]);
    const { root } = JSON.parse(lines[0] ?? '') as { root: unknown };
    expect(await findingOf(forged(inBoth({ root }), shorter))).toMatchObject({
      ...{ problem: 'root', stream: 'a-1' },
    });
  });

  it.each([
    ['records', 9],
    ['streams', 4],
    ['firstPosition', '9'],
    ['lastPosition', '34'],
    ['heads', 'x'],
    ['scope', { account: 'RA2' }],
    ['order', 'log'],
    ['madeAt', '2026-01-04T00:00:00.000Z'],
    ['upTo', '1001'],
    ['root', null],
  ])('with other %s in the manifest', async (name, value) => {
    expect(await findingOf(forged(inManifest({ [name]: value })))).toMatchObject({
      ...{ problem: 'manifest', message: expect.stringContaining(name) },
    });
  });

  it('with heads where there can be none', async () => {
    const copy = forged(inManifest({ heads: 'x' }), logOf(stream('a-1', 1, 'x', 10n)));
    expect(await findingOf(copy)).toMatchObject({ problem: 'manifest' });
  });

  it('is verified with a stream that stands in the log before the one above it', async () => {
    const lines = exported([stream('a-1', 2, 'x', 20n), stream('b-1', 2, 'x', 10n)]);
    expect(await verify(lines)).toMatchObject({ ok: true, verified: { records: 4 } });
  });

  it('may begin in the middle of streams where it begins at a moment, and else not', async () => {
    const later = [stream('a-1', 3, 'x', 10n).slice(1)];
    const scope = { account: 'RA1' };
    const from = { ...scope, from: '2026-01-01T00:00:00.000Z' };
    expect(await verify(exported(later, from))).toMatchObject({ ok: true });
    expect(await findingOf(exported(later, scope))).toMatchObject({ problem: 'dropped', line: 2 });
  });
});

describe('who vouches for an export', () => {
  it.each<[string, Change]>([
    ['names a key', inManifest({ keyId: stranger.kid })],
    ['has no key', inManifest({ publicKey: null })],
    ['has the id of another key', inManifest({ publicKey: { ...publicKey, x: stranger.x } })],
    ['has a key of another kind', inManifest({ publicKey: { ...publicKey, kty: 'RSA' } })],
    ['has a key of another curve', inManifest({ publicKey: { ...publicKey, crv: 'X25519' } })],
  ])('is nobody when it %s', async (_what, change) => {
    expect(await findingOf(forged(change))).toMatchObject({ problem: 'key' });
  });

  it('is nobody without a signature', async () => {
    const lines = sample();
    const unsigned = lines.map((line) => line.replace(/,"signature":"[\w-]{86}"\}\n$/, '}\n'));
    expect(unsigned.at(-1)).not.toBe(lines.at(-1));
    expect(await findingOf(unsigned)).toMatchObject({ problem: 'signature' });
  });

  it('is nobody whom trust is given to when it is given to nobody', async () => {
    expect(await findingOf(sample(), { trusted: [] })).toMatchObject({ problem: 'key' });
  });

  const header = JSON.parse(sample()[0] ?? '') as { root: Parameters<typeof signRoot>[0] };
  const { day, root, streams, position, previous } = header.root;
  const ofStranger = signRoot(
    { day, root, streams, position, previous },
    strangersKey,
    stranger.kid,
  );

  it.each<[string, object]>([
    ['of nobody known', ofStranger],
    ['of another, under a known name', { ...ofStranger, keyId: publicKey.kid }],
    ['of a known one, under another name', { ...header.root, keyId: stranger.kid }],
    ['of another day', { ...header.root, day: '2026-01-01' }],
    ['at another place of the log', { ...header.root, position: '998' }],
    ['after another root', { ...header.root, previous: 'x' }],
  ])('does not vouch for a daily root %s', async (_what, other) => {
    const copy = forged(inBoth({ root: other }));
    expect(await findingOf(copy)).toMatchObject({
      ...{ problem: 'root', message: expect.stringContaining('not signed') },
    });
  });

  it('vouches for the earlier key of a daily root, unless it is not trusted itself', async () => {
    const copy = forged((line) => {
      inBoth({ root: ofStranger })(line);
      inManifest({ rootKey: stranger })(line);
    });
    expect(await verify(copy)).toMatchObject({ ok: true });
    expect(await verify(copy, { trusted: [publicKey, stranger] })).toMatchObject({ ok: true });
    expect(await findingOf(copy, { trusted: [publicKey] })).toMatchObject({ problem: 'root' });
  });

  it.each<[string, Change, object]>([
    [
      'along another path',
      inEnd('a-1', (line) => Object.assign(line['proof'] as object, { path: [] })),
      { line: 5 },
    ],
    [
      'at another place',
      inEnd('a-1', (line) => Object.assign(line['proof'] as object, { index: 1 })),
      { line: 5 },
    ],
    ['in a daily root that is not there', inBoth({ root: null }), { line: 5 }],
  ])('proves no stream %s', async (_what, change, finding) => {
    expect(await findingOf(forged(change))).toMatchObject({ problem: 'root', ...finding });
  });
});
