import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { leafHash, MerkleRoot, MerkleTree, rootAlong } from './merkle.js';

const leaves = fc
  .integer({ min: 1, max: 70 })
  .map((size) =>
    Array.from({ length: size }, (_, n) => leafHash({ stream: `s-${n}`, revision: n, hash: 'h' })),
  );

describe('Merkle tree', () => {
  it('has one root, whether leaf by leaf or at once', () => {
    fc.assert(
      fc.property(leaves, (all) => {
        const running = new MerkleRoot();
        for (const leaf of all) running.add(leaf);
        expect(running.root()).toBe(new MerkleTree(all).root());
      }),
    );
  });

  it('proves each leaf, and no other leaf, place or root', () => {
    fc.assert(
      fc.property(leaves, fc.nat(), (all, seed) => {
        const tree = new MerkleTree(all);
        const index = seed % all.length;
        const leaf = all[index] ?? '';
        const path = tree.path(index);
        expect(rootAlong(leaf, index, all.length, path)).toBe(tree.root());
        expect(
          rootAlong(leafHash({ stream: 'x', revision: 0, hash: '' }), index, all.length, path),
        ).not.toBe(tree.root());
        expect(rootAlong(leaf, index, all.length, [...path, leaf])).toBeUndefined();
        expect(rootAlong(leaf, all.length, all.length, path)).toBeUndefined();
        if (all.length > 1) {
          const other = (index + 1) % all.length;
          expect(rootAlong(leaf, other, all.length, path)).not.toBe(tree.root());
        }
      }),
    );
  });

  it('is put together from subtrees of a power of two as from leaves', () => {
    fc.assert(
      fc.property(leaves, (all) => {
        const chunks: string[] = [];
        for (let at = 0; at < all.length; at += 8) {
          chunks.push(new MerkleTree(all.slice(at, at + 8)).root());
        }
        expect(new MerkleTree(chunks).root()).toBe(new MerkleTree(all).root());
      }),
    );
  });
});
