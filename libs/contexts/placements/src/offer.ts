import {
  businessDate,
  decideBy,
  type Decider,
  equalJson,
  type Precondition,
  FieldCode,
  fieldProblem,
  isAsExpected,
  jsonForm,
  notFound,
  omit,
  pathMismatches,
  pick,
  preconditionFailed,
  type Problem,
  refuse,
  type Rule,
  type Timestamp,
} from '#libs/platform/kernel';
import type {
  DocumentContent,
  FetchedDocumentsEvent,
  Offer,
  OfferEvent,
  OfferingDocument,
  ReportedOffer,
} from './placement.events.js';

export interface Fetch {
  readonly offerOid: string;
  readonly documentId: string;
  /** SHA-256 of the contents handed out; changed contents must be fetched again. */
  readonly sha256: string;
  /** Member the document was fetched for: the client an advisor acts for. */
  readonly loginId: string;
  readonly firmId: string;
}

/** Records that a document is handed out. Repeating the same contents changes nothing. */
export interface RecordFetch extends Fetch {
  readonly type: 'RecordFetch';
}

/** Documents of an offer a member has fetched: SHA-256 of the contents by document id. */
export type FetchedDocuments = ReadonlyMap<string, readonly string[]>;

/** Whether the member has fetched a document with its current contents. */
export function hasFetched(
  fetched: FetchedDocuments,
  { documentId, sha256 }: Pick<Fetch, 'documentId' | 'sha256'>,
): boolean {
  return fetched.get(documentId)?.includes(sha256) === true;
}

/** Stream id. Offer ids contain no slash, so it is unique for each pair. */
export function fetchedDocumentsId(offerOid: string, loginId: string): string {
  return `${offerOid}/${loginId}`;
}

/**
 * Decider of the documents of one offer that one member has fetched. Required ones must be fetched before subscribing
 * ([subscription.documents]). One stream per pair, so that members don't contend.
 */
export const fetchedDocuments: Decider<FetchedDocuments, RecordFetch, FetchedDocumentsEvent> = {
  category: 'offeringDocuments',
  initial: new Map(),
  decide({ type: _, ...fetch }, fetched) {
    return hasFetched(fetched, fetch)
      ? []
      : [{ type: 'placement.OfferingDocumentFetched', data: fetch }];
  },
  evolve(fetched, { data: { documentId, sha256 } }) {
    const before = fetched.get(documentId) ?? [];
    return new Map(fetched).set(documentId, [...before, sha256]);
  },
};

/** Back office: defines or changes an offer ([back-office.offers]). Repeating it changes nothing. */
export interface PutOffer {
  readonly type: 'PutOffer';
  /** Id in the path, well-formed (`isOid`). */
  readonly offerOid: string;
  /** The offer as GET shows it; the id is optional. */
  readonly report: ReportedOffer & { readonly privatePlacementOfferOid?: string };
}

/** A document as sent by the back office. */
export interface OfferingDocumentReport extends Pick<
  OfferingDocument,
  'name' | 'required' | 'signable'
> {
  /** Must equal the id in the path. */
  readonly id?: string;
  /** Null keeps the known contents. */
  readonly data: Buffer | null;
  /** As in the list; checked against the contents. */
  readonly mediaType?: string;
  readonly size?: number;
}

/** Back office: adds or changes a document of an offer ([back-office.offers]). Repeating it changes nothing. */
export interface PutOfferingDocument {
  readonly type: 'PutOfferingDocument';
  /** Ids in the path, well-formed (`isOid`). */
  readonly offerOid: string;
  readonly documentId: string;
  readonly report: Omit<OfferingDocumentReport, 'data' | 'mediaType' | 'size'>;
  /** The contents already stored; undefined keeps the known ones. */
  readonly content: DocumentContent | undefined;
  /** Whether the document must or must not exist; revisions refer to the offer. */
  readonly expected?: Exclude<Precondition, readonly number[]> | undefined;
}

export type OfferCommand = PutOffer | PutOfferingDocument;

export type DocumentOfOffer = OfferingDocument & { readonly documentId: string };

/** State of an offer; documents in the order they were added. */
export interface OfferState {
  readonly offer: Offer;
  readonly documents: readonly DocumentOfOffer[];
}

/** Whether clients of a firm see the offer. */
export function isForFirm(
  { eligibleFirms }: Pick<Offer, 'eligibleFirms'>,
  firmId: string | undefined,
): boolean {
  return firmId !== undefined && eligibleFirms.includes(firmId);
}

/** Whether the offer accepts subscriptions: from opening to closing date in New York, both included. */
export function isOpen(
  { openingDate, closingDate }: Pick<Offer, 'openingDate' | 'closingDate'>,
  now: Timestamp,
): boolean {
  const today = businessDate(now);
  return openingDate <= today && today <= closingDate;
}

export function findDocument({ documents }: Pick<OfferState, 'documents'>, documentId: string) {
  return documents.find((document) => document.documentId === documentId);
}

type OfferRule<Command> = Rule<OfferState | undefined, Command, OfferEvent>;

const putOffer: OfferRule<PutOffer> = ({ offerOid, report }, state) => {
  const { privatePlacementOfferOid: _, ...reported } = report;
  const problems = pathMismatches({ privatePlacementOfferOid: offerOid }, report);
  if (problems.length > 0) return refuse(...problems);
  // sorted and unique, so that the order of the feed makes no difference
  const eligibleFirms = [...new Set(reported.eligibleFirms)].sort();
  const offer: Offer = jsonForm({ ...reported, eligibleFirms });
  const data = { offerOid, ...offer };
  if (!state) return [{ type: 'placement.OfferDefined', data }];
  return equalJson(offer, state.offer) ? [] : [{ type: 'placement.OfferUpdated', data }];
};

/** Checks reported properties of a document against its contents. */
export function contentProblems(
  sent: Partial<Record<'data' | 'mediaType' | 'size', unknown>>,
  content: Pick<DocumentContent, 'mediaType' | 'size'> | undefined,
): Problem[] {
  if (!content) return sent.data === null ? [fieldProblem('data', FieldCode.Required)] : [];
  return (['mediaType', 'size'] as const)
    .filter((field) => (sent[field] ?? content[field]) !== content[field])
    .map((field) => fieldProblem(field, FieldCode.Value, `The contents have ${content[field]}.`));
}

const putDocument: OfferRule<PutOfferingDocument> = (command, state) => {
  if (!state) return notFound();
  const { offerOid, documentId, report } = command;
  const before = findDocument(state, documentId);
  if (!isAsExpected(command.expected, before && 0)) return preconditionFailed();
  const content = command.content ?? (before && pick(before, 'key', 'sha256', 'size', 'mediaType'));
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
};

/** Applies one event. Shared by state and documents, so the two can't disagree. */
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
 * Decider of an offer and its documents, stream `offer-{oid}` ([offer.fields], [back-office.offers]). One stream, so that an
 * offer always comes with the documents a subscription requires.
 */
export const offerDecider: Decider<OfferState | undefined, OfferCommand, OfferEvent> = {
  category: 'offer',
  initial: undefined,
  decide: decideBy({ PutOffer: putOffer, PutOfferingDocument: putDocument }),
  evolve: evolveOffer,
};

/** Who may subscribe ([offer.fields]). */
export const Eligibilities = { ACCREDITED: 'Accredited investors only', ALL: 'Everybody' } as const;
