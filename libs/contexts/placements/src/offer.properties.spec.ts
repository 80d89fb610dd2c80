import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Money, type RecordedOf } from '#libs/platform/kernel';
import { eventsOf, requestBody } from '#libs/platform/testing';
import { type OfferDocument, offerDocuments } from './offer.document.js';
import { OfferDto } from './offer.dto.js';
import { isOpen, type OfferCommand, offerDecider } from './offer.js';
import type { OfferEvent } from './placement.events.js';

const offerOid = '4000001';

const date = fc
  .integer({ min: 1, max: 28 })
  .map((day) => `2026-0${1 + (day % 3)}-${String(day).padStart(2, '0')}`);

const amounts = fc
  .tuple(fc.constantFrom('0', '1', '10.5'), fc.constantFrom('0', '0.01', '100'))
  .map(([minimum, more]) => ({
    minimum,
    maximum: Money.of(minimum).plus(Money.of(more)).toString(),
  }))
  .filter(({ maximum }) => maximum !== '0.00');

const days = fc.tuple(date, date).map(([one, other]) => ({
  openingDate: one < other ? one : other,
  closingDate: one < other ? other : one,
}));

const command: fc.Arbitrary<OfferCommand> = fc.oneof(
  fc
    .record({
      name: fc.constantFrom('One', 'Two'),
      days,
      eligibleFirms: fc.array(fc.constantFrom('1', '2', '30'), { maxLength: 3 }),
      eligibility: fc.constantFrom('ACCREDITED', 'ALL'),
      amounts,
    })
    .map(({ days, amounts, ...fields }) => ({
      type: 'PutOffer' as const,
      offerOid,
      report: requestBody(OfferDto, { ...days, ...amounts, ...fields }),
    })),
  fc
    .record({
      documentId: fc.constantFrom('a', 'b', 'constructor'),
      required: fc.boolean(),
      sha256: fc.constantFrom('1', '2', undefined),
    })
    .map(({ documentId, required, sha256 }) => ({
      type: 'PutOfferingDocument' as const,
      offerOid,
      documentId,
      report: { name: 'Memorandum', required, signable: false },
      content:
        sha256 === undefined
          ? undefined
          : { key: sha256, sha256, size: 1, mediaType: 'application/pdf' },
    })),
);

const run = (commands: readonly OfferCommand[]): OfferEvent[] => eventsOf(offerDecider, commands);

const fold = (events: readonly OfferEvent[], from = offerDecider.initial) =>
  events.reduce(offerDecider.evolve, from);

const commands = fc.array(command, { maxLength: 25 });

describe('any list of commands on an offer', () => {
  it('stored offers can be subscribed to: they open, and amounts fit', () => {
    let seen = 0;
    fc.assert(
      fc.property(commands, (list) => {
        const offer = fold(run(list))?.offer;
        if (!offer) return;
        seen += 1;
        expect(isOpen(offer, `${offer.openingDate}T17:00:00.000Z`)).toBe(true);
        expect(isOpen(offer, `${offer.closingDate}T17:00:00.000Z`)).toBe(true);
        expect(Money.of(offer.maximum).greaterThan(Money.zero)).toBe(true);
        expect(Money.of(offer.maximum).lessThan(Money.of(offer.minimum))).toBe(false);
        expect(offer.eligibleFirms).toEqual([...new Set(offer.eligibleFirms)].sort());
      }),
    );
    expect(seen).toBeGreaterThan(0);
  });

  it('an offer precedes its documents, and each document is added once', () => {
    fc.assert(
      fc.property(commands, (list) => {
        const events = run(list);
        expect(['placement.OfferDefined', undefined]).toContain(events[0]?.type);
        const added = events.flatMap(({ type, data }) =>
          type === 'placement.OfferingDocumentAdded' && 'documentId' in data
            ? [data.documentId]
            : [],
        );
        expect(new Set(added).size).toBe(added.length);
        expect(fold(events)?.documents.map(({ documentId }) => documentId) ?? []).toEqual(added);
      }),
    );
  });

  it('sending each command twice leaves the same events', () => {
    fc.assert(
      fc.property(commands, (list) => {
        expect(run(list.flatMap((next) => [next, next]))).toEqual(run(list));
      }),
    );
  });

  it('the document agrees with the state of the decider', () => {
    fc.assert(
      fc.property(commands, (list) => {
        const events = run(list);
        let document: OfferDocument | undefined;
        events.forEach((event, revision) => {
          const record = { ...event, revision } as unknown as RecordedOf<OfferEvent>;
          expect(offerDocuments.documents(record)).toEqual([offerOid]);
          document = offerDocuments.fold(document, record, offerOid);
        });
        const state = fold(events);
        expect(document).toEqual(
          state && {
            offerOid,
            ...state.offer,
            documents: state.documents,
            revision: events.length - 1,
          },
        );
      }),
    );
  });
});
