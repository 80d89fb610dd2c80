import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ChangedDocuments, type FoldedDocument } from './shard-documents.js';

const documentOf = (id: string): FoldedDocument => ({
  ...{ id, document: undefined, position: 1n },
  changed: true,
});

const ids = (documents: Iterable<FoldedDocument>): string[] =>
  Array.from(documents, ({ id }) => id);

/** Fewer than a run, a run, and some more. */
const many = fc
  .record({ count: fc.integer({ min: 0, max: 3_500 }), step: fc.constantFrom(1, 7, 1_013) })
  .map(({ count, step }) => Array.from({ length: count }, (_, n) => String((n * step) % 7_919)));

describe('documents that have to be stored', () => {
  it('come in id order, as often as they are gone through, however many there are', () => {
    fc.assert(
      fc.property(many, (all) => {
        const changed = new ChangedDocuments();
        for (const id of all) changed.add(documentOf(id));
        const inOrder = [...all].sort();
        expect(changed.size).toBe(all.length);
        expect(ids(changed)).toEqual(inOrder);
        expect(ids(changed)).toEqual(inOrder);
        expect(ids(changed.unordered()).sort()).toEqual(inOrder);
      }),
    );
  });

  it('are no longer those that are, after all, as they are stored', () => {
    const changed = new ChangedDocuments();
    const all = Array.from({ length: 2_500 }, (_, n) => documentOf(String(n)));
    for (const document of all) changed.add(document);
    all.forEach((document, n) => (document.changed = n % 3 === 0));
    changed.retainChanged();
    const retained = all.filter((document) => document.changed).map(({ id }) => id);
    expect(changed.size).toBe(retained.length);
    expect(ids(changed)).toEqual(retained.sort());
  });
});
