import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { signRoot } from './signatures.js';
import { eventHash } from './event-hash.js';
import { FIRST_DIGEST, manifestBytes, sealLine } from './export-lines.js';
import { leafHash, MerkleRoot, MerkleTree, rootAlong } from './merkle.js';

/** Worked out by hand as `docs/audit.md` says: what was handed out once is verified by every later build. */
const EVENT = 'qU2LBsqVd7jSrZMCiZz0dcfxfOJwXttVl_z_hCbT-Xk';
const LEAVES = [
  'mHnwT8dISrlUQvXbzqCY7wbYRm8YifCmFBYF7g-fqg4',
  '8DZQoStedlQDZkvxoSEU4VXtJPBnFXK0Bm72p0lSDtg',
  '5X3w8ycOUZlhPTi43GNCAP1qWd7y2EhIzRw5Z7BSFzU',
] as const;
const ROOTS = {
  0: '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU',
  3: 'WyhSFSgkHb2ENTh5Wm4mK-B4X3zx0MrNACpXvaASSug',
};

describe('digests (docs/audit.md, "By hand")', () => {
  it('of an event covers everything that is stored of it', () => {
    const event = {
      stream: 'account-RA12345678',
      revision: 3,
      id: '00000000-0000-4000-8000-000000000001',
      type: 'account.AccountOpened.v1',
      data: { name: 'Zoë', amount: '12.50' },
      metadata: { at: '2026-03-02T15:00:00.000Z', previousHash: 'x' },
    };
    expect(eventHash(event)).toBe(EVENT);
  });

  it('of the ends of streams, and the tree over them', () => {
    const heads = [
      { stream: 'a-1', revision: 0, hash: 'h0' },
      { stream: 'b-1', revision: 4, hash: 'h1' },
      { stream: 'c-1', revision: 2, hash: 'h2' },
    ];
    const leaves = heads.map(leafHash);
    expect(leaves).toEqual(LEAVES);
    const running = new MerkleRoot();
    expect([running.root(), new MerkleTree([]).root()]).toEqual([ROOTS[0], ROOTS[0]]);
    for (const leaf of leaves) running.add(leaf);
    expect([running.leaves, running.root(), new MerkleTree(leaves).root()]).toEqual([
      3,
      ROOTS[3],
      ROOTS[3],
    ]);
  });

  it.each([-1, 0.5, NaN, Number.MAX_SAFE_INTEGER + 1])('prove no leaf at place %s', (index) => {
    const tree = new MerkleTree(LEAVES);
    expect(rootAlong(LEAVES[0], 0, 3, tree.path(0))).toBe(ROOTS[3]);
    expect(rootAlong(LEAVES[0], index, 3, tree.path(0))).toBeUndefined();
  });

  it('of a line covers the one above it, and the first one the format', () => {
    const over = (text: string): string => createHash('sha256').update(text).digest('base64url');
    const first = over('brokerage-audit-export/1');
    const line = {
      kind: 'stream',
      stream: 'a-1',
      first: 0,
      last: 1,
      hash: 'h',
      proof: null,
    } as const;
    const body = '{"n":4,"kind":"stream","stream":"a-1","first":0,"last":1,"hash":"h","proof":null';
    const digest = over(`${first}\n${body}}`);
    expect(FIRST_DIGEST).toBe(first);
    expect(sealLine(first, 4, line)).toEqual({ text: `${body},"line":"${digest}"}`, digest });
  });

  it('signed is a manifest as it stands, under the name of the format', () => {
    const signed = manifestBytes(Buffer.from('{"kind":"manifest"}'));
    expect(signed.toString()).toBe('brokerage-audit-export/1\n{"kind":"manifest"}');
  });

  it('signed is the list of what a daily root says', () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const root = { day: '2026-03-02', root: ROOTS[3], streams: 3, position: '17', previous: null };
    const text = `["brokerage-audit-root/1","2026-03-02","${ROOTS[3]}",3,"17",null]`;
    expect(signRoot(root, privateKey, 'k')).toEqual({
      ...root,
      keyId: 'k',
      signature: sign(null, Buffer.from(text), privateKey).toString('base64url'),
    });
  });
});
