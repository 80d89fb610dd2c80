import {
  businessDate,
  type Decider,
  type Decision,
  equalJson,
  type ExpectedRevision,
  FieldCode,
  fieldProblem,
  isAsExpected,
  jsonForm,
  notFound,
  omit,
  pathMismatches,
  preconditionFailed,
  type Problem,
  refuse,
  type Timestamp,
} from '#libs/platform/kernel';
import type {
  DocumentContent,
  Offer,
  OfferEvent,
  OfferingDocument,
  ReportedOffer,
} from './offer.events.js';

/** Back office: an offer, new or changed ([back-office.offers]). The same again changes nothing. */
export interface PutOffer {
  readonly type: 'PutOffer';
  /** Id of the path, well-formed (`isOid`). */
  readonly offerOid: string;
  /** The offer as GET shows it; the id may be left out. */
  readonly report: ReportedOffer & { readonly privatePlacementOfferOid?: string };
}

/** A document of an offer as the back office sends it. */
export interface OfferingDocumentReport extends Pick<
  OfferingDocument,
  'name' | 'required' | 'signable'
> {
  /** Must equal the id of the path. */
  readonly id?: string;
  /** Its contents; null keeps those of the document as it stands. */
  readonly data: Buffer | null;
  /** As the list shows them. */
  readonly mediaType?: string;
  readonly size?: number;
}

/** Back office: a document of an offer, new or changed ([back-office.offers]). The same again changes nothing. */
export interface PutOfferingDocument {
  readonly type: 'PutOfferingDocument';
  /** Ids of the path, well-formed (`isOid`). */
  readonly offerOid: string;
  readonly documentId: string;
  readonly report: Omit<OfferingDocumentReport, 'data' | 'mediaType' | 'size'>;
  /** Its contents, stored; without, those of the document as it stands. */
  readonly content: DocumentContent | undefined;
  /** Whether the document must be there, or must not; revisions are the offer's. */
  readonly expected?: Exclude<ExpectedRevision, readonly number[]> | undefined;
}

/** What may be asked of an offer. */
export type OfferCommand = PutOffer | PutOfferingDocument;

/** A document of an offer with its id. */
export type DocumentOfOffer = OfferingDocument & { readonly documentId: string };

/** An offer as it stands, its documents in the order they were added. */
export interface OfferState {
  readonly offer: Offer;
  readonly documents: readonly DocumentOfOffer[];
}

/** Whether the clients of a firm see the offer at all. */
export function isForFirm(
  { eligibleFirms }: Pick<Offer, 'eligibleFirms'>,
  firmId: string | undefined,
): boolean {
  return firmId !== undefined && eligibleFirms.includes(firmId);
}

/** Whether subscriptions are taken at a moment: from the opening to the closing date in New York, both included. */
export function isOpen(
  { openingDate, closingDate }: Pick<Offer, 'openingDate' | 'closingDate'>,
  now: Timestamp,
): boolean {
  const today = businessDate(now);
  return openingDate <= today && today <= closingDate;
}

/** A document of the offer by its id. */
export function findDocument(
  { documents }: Pick<OfferState, 'documents'>,
  documentId: string,
): DocumentOfOffer | undefined {
  return documents.find((document) => document.documentId === documentId);
}

function putOffer(
  { offerOid, report }: PutOffer,
  state: OfferState | undefined,
): Decision<OfferEvent> {
  const { privatePlacementOfferOid, ...told } = report;
  const problems = pathMismatches(
    { privatePlacementOfferOid: offerOid },
    { privatePlacementOfferOid },
  );
  if (problems.length > 0) return refuse(...problems);
  // Firms in order and each once, so that the order of the feed makes no change.
  const eligibleFirms = [...new Set(told.eligibleFirms)].sort();
  const offer: Offer = jsonForm({ ...told, eligibleFirms });
  const data = { offerOid, ...offer };
  if (!state) return [{ type: 'placement.OfferDefined', data }];
  return equalJson(offer, state.offer) ? [] : [{ type: 'placement.OfferUpdated', data }];
}

/** What is wrong with the contents that a document is said to have. */
export function contentProblems(
  sent: Partial<Record<'data' | 'mediaType' | 'size', unknown>>,
  content: Pick<DocumentContent, 'mediaType' | 'size'> | undefined,
): Problem[] {
  if (!content) return sent.data === null ? [fieldProblem('data', FieldCode.Required)] : [];
  return (['mediaType', 'size'] as const)
    .filter((field) => (sent[field] ?? content[field]) !== content[field])
    .map((field) =>
      fieldProblem(field, FieldCode.Value, `that of the contents is ${content[field]}`),
    );
}

function putDocument(
  command: PutOfferingDocument,
  state: OfferState | undefined,
): Decision<OfferEvent> {
  if (!state) return notFound();
  const { offerOid, documentId, report } = command;
  const before = findDocument(state, documentId);
  if (!isAsExpected(command.expected, before && 0)) return preconditionFailed();
  const content = command.content ?? (before && contentOf(before));
  const problems = [
    ...contentProblems({ data: null }, content),
    ...pathMismatches({ id: documentId }, report),
  ];
  if (problems.length > 0 || !content) return refuse(...problems);
  const { name, required, signable } = report;
  const data = { offerOid, documentId, name, required, signable, ...content };
  if (!before) return [{ type: 'placement.OfferingDocumentAdded', data }];
  return equalJson(data, { offerOid, ...before })
    ? []
    : [{ type: 'placement.OfferingDocumentChanged', data }];
}

function contentOf({ key, sha256, size, mediaType }: DocumentOfOffer): DocumentContent {
  return { key, sha256, size, mediaType };
}

/** The offer after an event. Shared by state and document, so that the two can't disagree. */
export function evolveOffer(
  before: OfferState | undefined,
  event: OfferEvent,
): OfferState | undefined {
  switch (event.type) {
    case 'placement.OfferDefined':
    case 'placement.OfferUpdated':
      return { offer: omit(event.data, 'offerOid'), documents: before?.documents ?? [] };
    case 'placement.OfferingDocumentAdded':
    case 'placement.OfferingDocumentChanged': {
      if (!before) return undefined;
      const document = omit(event.data, 'offerOid');
      const known = findDocument(before, document.documentId);
      const documents = known
        ? before.documents.map((one) => (one === known ? document : one))
        : [...before.documents, document];
      return { ...before, documents };
    }
  }
}

/**
 * The rule book of one private placement offer and its documents, stream `offer-{oid}` ([offer.fields], [back-office.offers]). One stream, so
 * that what a subscription has to be preceded by is known with the offer. An offer that does not exist is undefined.
 */
export const offerDecider: Decider<OfferState | undefined, OfferCommand, OfferEvent> = {
  category: 'offer',
  initial: undefined,
  decide: (command, state) =>
    command.type === 'PutOffer' ? putOffer(command, state) : putDocument(command, state),
  evolve: evolveOffer,
};
