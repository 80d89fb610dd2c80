import { describe, expect, it } from '@jest/globals';
import { fieldProblem, notFound, pathMismatch } from '#libs/platform/kernel';
import { requestBody, specification } from '#libs/platform/testing';
import { OfferDto } from './offer.dto.js';
import {
  contentProblems,
  isForFirm,
  isOpen,
  offerDecider,
  type PutOffer,
  type PutOfferingDocument,
} from './offer.js';
import type { DocumentContent, Offer, OfferEvent, OfferingDocument } from './placement.events.js';

const offerOid = '4000001';

const placement = specification(offerDecider);

const input = {
  name: ' Growth Fund I ',
  openingDate: '2026-01-01',
  closingDate: '2026-12-31',
  eligibleFirms: ['1000002', '1000001', '1000002'],
  eligibility: 'ACCREDITED',
  minimum: '1000',
  maximum: '50000.5',
};

const offer: Offer = {
  name: 'Growth Fund I',
  openingDate: '2026-01-01',
  closingDate: '2026-12-31',
  eligibleFirms: ['1000001', '1000002'],
  eligibility: 'ACCREDITED',
  minimum: '1000.00',
  maximum: '50000.50',
};

const put = (changes: object = {}): PutOffer => ({
  type: 'PutOffer',
  offerOid,
  report: requestBody(OfferDto, { ...input, ...changes }),
});

const defined: OfferEvent = { type: 'placement.OfferDefined', data: { offerOid, ...offer } };

const content: DocumentContent = {
  key: 'a'.repeat(64),
  sha256: 'b'.repeat(64),
  size: 9,
  mediaType: 'application/pdf',
};

const document: OfferingDocument = {
  name: 'Memorandum',
  required: true,
  signable: false,
  ...content,
};

const putDocument = (
  report: PutOfferingDocument['report'] = { name: 'Memorandum', required: true, signable: false },
  contents: DocumentContent | undefined = content,
): PutOfferingDocument => ({
  type: 'PutOfferingDocument',
  offerOid,
  documentId: 'pdf',
  report,
  content: contents,
});

const added = (documentId: string, of = document): OfferEvent => ({
  type: 'placement.OfferingDocumentAdded',
  data: { offerOid, documentId, ...of },
});

const changed = (documentId: string, of: OfferingDocument): OfferEvent => ({
  type: 'placement.OfferingDocumentChanged',
  data: { offerOid, documentId, ...of },
});

describe('PUT /backoffice/privateplacementoffers/{oid} [back-office.offers]', () => {
  it('the first one defines the offer, in canonical form', () => {
    placement.given([]).when(put()).then([defined]);
    placement
      .given([])
      .when(put({ privatePlacementOfferOid: offerOid }))
      .then([defined]);
  });

  it('repeating it changes nothing, in any order of the firms', () => {
    placement.given([defined]).when(put()).thenNothing();
    placement
      .given([defined, added('pdf')])
      .when(put({ eligibleFirms: ['1000001', '1000002'] }))
      .thenNothing();
  });

  it('a change is an update and keeps the documents', () => {
    const after = placement.given([defined, added('pdf')]).when(put({ eligibleFirms: [] }));
    after.then([
      { type: 'placement.OfferUpdated', data: { offerOid, ...offer, eligibleFirms: [] } },
    ]);
    after.thenState((state) => {
      expect(state?.documents).toEqual([{ documentId: 'pdf', ...document }]);
    });
  });

  it('the id in the body must match the path', () => {
    placement
      .given([])
      .when(put({ privatePlacementOfferOid: '7' }))
      .thenRefused([pathMismatch('privatePlacementOfferOid')]);
  });
});

describe('PUT …/documents/{id} [back-office.offers]', () => {
  it('adds a document to its offer, replaces what differs, and changes nothing if repeated', () => {
    placement
      .given([defined])
      .when(putDocument())
      .then([added('pdf')]);
    placement
      .given([defined, added('pdf')])
      .when(putDocument())
      .thenNothing();
    const other = { ...document, sha256: 'c'.repeat(64), key: 'd'.repeat(64) };
    const contents = { ...content, sha256: other.sha256, key: other.key };
    placement
      .given([defined, added('pdf'), added('form')])
      .when(putDocument(undefined, contents))
      .then([changed('pdf', other)]);
    const optional = { name: 'Memorandum', required: false, signable: true };
    const after = placement
      .given([defined, added('pdf'), added('form')])
      .when(putDocument(optional));
    after.then([changed('pdf', { ...document, ...optional })]);
    after.thenState((state) => {
      expect(state?.documents).toEqual([
        { documentId: 'pdf', ...document, ...optional },
        { documentId: 'form', ...document },
      ]);
      expect(state?.offer).toEqual(offer);
    });
  });

  it('an unknown offer is 404', () => {
    placement.given([]).when(putDocument()).thenRefused(notFound().problems, 'not_found');
  });

  it('the id in the body must match the path', () => {
    placement
      .given([defined])
      .when(putDocument({ id: 'other', name: 'Memorandum', required: true, signable: false }))
      .thenRefused([pathMismatch('id')]);
  });

  it('keeps the contents without data', () => {
    const shown = { id: 'pdf', name: 'Memorandum', required: true, signable: false };
    const given = placement.given([defined, added('pdf')]);
    const put = (report = shown): PutOfferingDocument => ({
      ...putDocument(report),
      content: undefined,
    });
    given.when(put()).thenNothing();
    given
      .when(put({ ...shown, signable: true }))
      .then([changed('pdf', { ...document, signable: true })]);
    const missing = fieldProblem('data', 'cannot.be.null');
    placement.given([defined]).when(put()).thenRefused([missing]);
  });

  it('media type and size must match the contents; a new document requires data', () => {
    const codes = (sent: Parameters<typeof contentProblems>[0], known?: DocumentContent) =>
      contentProblems(sent, known).map(({ field, message }) => [field, message]);
    expect(codes({ mediaType: 'application/pdf', size: 9 }, content)).toEqual([]);
    expect(codes({}, content)).toEqual([]);
    expect(codes({ mediaType: 'image/png', size: 8 }, content)).toEqual([
      ['mediaType', 'The contents have application/pdf.'],
      ['size', 'The contents have 9.'],
    ]);
    expect(codes({ data: null })).toEqual([['data', undefined]]);
    // unreadable data is not reported as missing
    expect(codes({ size: 8 })).toEqual([]);
  });
});

describe('who sees an offer, and when it is open [offer.fields]', () => {
  it('only eligible firms see it', () => {
    expect(['1000001', '1000009', undefined].map((firm) => isForFirm(offer, firm))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each([
    ['2026-01-01T04:59:59.999Z', false],
    ['2026-01-01T05:00:00.000Z', true],
    ['2027-01-01T04:59:59.999Z', true],
    ['2027-01-01T05:00:00.000Z', false],
  ])('days are New York days: at %s open is %s', (now, open) => {
    expect(isOpen(offer, now)).toBe(open);
  });
});
