import { describe, expect, it } from '@jest/globals';
import { fieldProblem, notFound, ruleProblem } from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import type { OfferInput, PutOffer, PutOfferingDocument } from './offer.commands.js';
import type { DocumentContent, Offer, OfferEvent, OfferingDocument } from './offer.events.js';
import { isForFirm, isOpen, offerDecider } from './offer.js';

const offerOid = '4000001';
const placement = specification(offerDecider);

const input: OfferInput = {
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
const put = (changes: OfferInput = {}, problems?: PutOffer['problems']): PutOffer => ({
  type: 'PutOffer',
  offerOid,
  input: { ...input, ...changes },
  problems,
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
  sent: PutOfferingDocument['input'] = { name: 'Memorandum', required: true, signable: false },
  more: Partial<Pick<PutOfferingDocument, 'hasData' | 'content' | 'problems'>> = {},
): PutOfferingDocument => ({
  type: 'PutOfferingDocument',
  offerOid,
  documentId: 'pdf',
  input: sent,
  hasData: true,
  content,
  ...more,
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

  it('the same again changes nothing, in whatever order the firms come', () => {
    placement.given([defined]).when(put()).thenNothing();
    placement
      .given([defined, added('pdf')])
      .when(put({ eligibleFirms: ['1000001', '1000002'] }))
      .thenNothing();
  });

  it('a changed one is an update and keeps the documents', () => {
    const after = placement.given([defined, added('pdf')]).when(put({ eligibleFirms: [] }));
    after.then([
      { type: 'placement.OfferUpdated', data: { offerOid, ...offer, eligibleFirms: [] } },
    ]);
    after.thenState((state) => {
      expect(state?.documents).toEqual([{ documentId: 'pdf', ...document }]);
    });
  });

  it('everything is required, and the id of the body is that of the path', () => {
    const nothing = Object.fromEntries(Object.keys(input).map((field) => [field, null]));
    placement
      .given([])
      .when(put({ ...nothing, privatePlacementOfferOid: '7' }))
      .thenRefused([
        ruleProblem(
          'uri.matching.rule',
          'The value differs from the one in the path.',
          'privatePlacementOfferOid',
        ),
        ...Object.keys(input).map((field) => fieldProblem(field, 'cannot.be.null')),
      ]);
  });

  it('each field is of its kind; all problems come at once, known ones too', () => {
    const known = [
      fieldProblem('eligibility', 'invalid.choice'),
      fieldProblem('eligibleFirms', 'invalid.length', 'eligibleFirms[0]'),
    ];
    const amount = 'dollars, not negative, with at most two decimals';
    placement
      .given([])
      .when(
        put(
          {
            name: 'x'.repeat(101),
            openingDate: '2026-02-30',
            closingDate: 'soon',
            eligibleFirms: ['', '1000001', 'x'],
            eligibility: null,
            minimum: '-1',
            maximum: '1.005',
          },
          known,
        ),
      )
      .thenRefused([
        ...known,
        fieldProblem('name', 'invalid.length', 'at most 100 characters'),
        fieldProblem('openingDate', 'invalid.date', 'yyyy-MM-dd'),
        fieldProblem('closingDate', 'invalid.date', 'yyyy-MM-dd'),
        fieldProblem('eligibleFirms', 'invalid.value', 'eligibleFirms[2]: not a firm id'),
        fieldProblem('minimum', 'invalid.value', amount),
        fieldProblem('maximum', 'invalid.value', amount),
      ]);
    placement
      .given([])
      .when(put({ name: 'a\u0007', eligibility: 'accredited' }))
      .thenRefused([
        fieldProblem('name', 'invalid.value'),
        fieldProblem('eligibility', 'invalid.choice'),
      ]);
  });

  it('the closing date is not before the opening date, the maximum not below the minimum nor 0', () => {
    placement
      .given([])
      .when(put({ closingDate: '2025-12-31', maximum: '999.99' }))
      .thenRefused([
        fieldProblem('closingDate', 'invalid.value', 'before the opening date'),
        fieldProblem('maximum', 'invalid.value', 'below the minimum'),
      ]);
    placement
      .given([])
      .when(put({ minimum: '0', maximum: '0' }))
      .thenRefused([fieldProblem('maximum', 'invalid.value', 'above 0')]);
    const oneDay = { closingDate: '2026-01-01', maximum: '1000' };
    placement
      .given([])
      .when(put(oneDay))
      .then([
        {
          type: 'placement.OfferDefined',
          data: { offerOid, ...offer, closingDate: '2026-01-01', maximum: '1000.00' },
        },
      ]);
  });
});

describe('PUT …/documents/{id} [back-office.offers]', () => {
  it('adds a document to its offer, replaces what differs, and changes nothing for the same again', () => {
    placement
      .given([defined])
      .when(putDocument())
      .then([added('pdf')]);
    placement
      .given([defined, added('pdf')])
      .when(putDocument())
      .thenNothing();
    const other = { ...document, sha256: 'c'.repeat(64), key: 'd'.repeat(64) };
    const more = { content: { ...content, sha256: other.sha256, key: other.key } };
    placement
      .given([defined, added('pdf'), added('form')])
      .when(putDocument(undefined, more))
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

  it('an offer that does not exist is 404, whatever the body', () => {
    placement.given([]).when(putDocument({})).thenRefused(notFound().problems, 'not_found');
  });

  it('everything is required, and the id of the body is that of the path', () => {
    placement
      .given([defined])
      .when(putDocument({ id: 'other' }, { hasData: false, content: undefined }))
      .thenRefused([
        ruleProblem('uri.matching.rule', 'The value differs from the one in the path.', 'id'),
        ...['name', 'required', 'signable', 'data'].map((field) =>
          fieldProblem(field, 'cannot.be.null'),
        ),
      ]);
  });

  it('keeps its contents without data; media type and size are those of the contents', () => {
    const none = { hasData: false, content: undefined };
    const shown = { id: 'pdf', name: 'Memorandum', required: true, signable: false };
    const given = placement.given([defined, added('pdf')]);
    given
      .when(putDocument({ ...shown, mediaType: 'application/pdf', size: 9 }, none))
      .thenNothing();
    given
      .when(putDocument({ ...shown, signable: true }, none))
      .then([changed('pdf', { ...document, signable: true })]);
    const wrong = [
      fieldProblem('mediaType', 'invalid.value', 'that of the contents is application/pdf'),
      fieldProblem('size', 'invalid.value', 'that of the contents is 9'),
    ];
    const other = { ...shown, mediaType: 'image/png', size: 8 };
    for (const more of [none, {}]) given.when(putDocument(other, more)).thenRefused(wrong);
  });

  it('contents that were not stored because of another problem are not missed', () => {
    const problems = [fieldProblem('required', 'invalid.value')];
    placement
      .given([defined])
      .when(putDocument({ signable: true }, { content: undefined, problems }))
      .thenRefused([...problems, fieldProblem('name', 'cannot.be.null')]);
  });
});

describe('who sees an offer, and when it is open [offer.fields]', () => {
  it('eligible firms see it, nobody without a firm does', () => {
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
  ])('days are those of New York: at %s open is %s', (now, open) => {
    expect(isOpen(offer, now)).toBe(open);
  });
});
