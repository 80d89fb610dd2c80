import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isLoginId, isOid } from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import { fetchedDocuments, fetchedDocumentsId, hasFetched, type RecordFetch } from './offer.js';
import type { OfferingDocumentFetched } from './placement.events.js';

const member = specification(fetchedDocuments);

const data = (documentId: string, sha256: string) => ({
  offerOid: '4000001',
  documentId,
  sha256,
  loginId: 'jdoe',
  firmId: '1000001',
});

const fetch = (documentId: string, sha256: string): RecordFetch => ({
  type: 'RecordFetch',
  ...data(documentId, sha256),
});

const fetched = (documentId: string, sha256: string): OfferingDocumentFetched => ({
  type: 'placement.OfferingDocumentFetched',
  data: data(documentId, sha256),
});

describe('offering documents have to be fetched [subscription.documents]', () => {
  it('the first fetch of each version of a document leaves an event', () => {
    member
      .given([])
      .when(fetch('pdf', 'a'))
      .then([fetched('pdf', 'a')]);
    const given = member.given([fetched('pdf', 'a')]);
    given.when(fetch('pdf', 'a')).thenNothing();
    given.when(fetch('pdf', 'b')).then([fetched('pdf', 'b')]);
    given.when(fetch('form', 'a')).then([fetched('form', 'a')]);
    const both = member.given([fetched('pdf', 'a'), fetched('pdf', 'b'), fetched('form', 'c')]);
    for (const known of ['a', 'b']) both.when(fetch('pdf', known)).thenNothing();
  });

  it('a document counts as fetched only with the contents handed out', () => {
    member
      .given([fetched('pdf', 'a')])
      .when(fetch('form', 'b'))
      .thenState((state) => {
        const asked = [
          { documentId: 'pdf', sha256: 'a' },
          { documentId: 'pdf', sha256: 'b' },
          { documentId: 'form', sha256: 'b' },
          { documentId: 'constructor', sha256: 'a' },
        ];
        expect(asked.map((one) => hasFetched(state, one))).toEqual([true, false, true, false]);
      });
  });

  it('no two pairs of offer and member share a stream', () => {
    const characters = (alphabet: string) =>
      fc.string({ unit: fc.constantFrom(...alphabet.split('/')), minLength: 1, maxLength: 6 });
    const pair = fc.tuple(
      characters('a/A/0/./_/:/-').filter(isOid),
      characters('a/A/0/./_/@/+/-').filter(isLoginId),
    );
    fc.assert(
      fc.property(pair, pair, (one, other) => {
        const same = one[0] === other[0] && one[1] === other[1];
        expect(fetchedDocumentsId(...one) === fetchedDocumentsId(...other)).toBe(same);
      }),
    );
  });
});
