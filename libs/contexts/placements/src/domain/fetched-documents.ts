import type { Decider, DomainEvent } from '#libs/platform/kernel';

interface Fetch {
  readonly offerOid: string;
  readonly documentId: string;
  /** SHA-256 of the contents handed out; changed contents must be fetched again. */
  readonly sha256: string;
  /** Member the document was fetched for: the client an advisor acts for. */
  readonly loginId: string;
  readonly firmId: string;
}

/** A member fetched a document for the first time. The metadata says who asked. */
export type OfferingDocumentFetched = DomainEvent<'placement.OfferingDocumentFetched', Fetch>;

/** All events of stream `offeringDocuments-{offerOid}/{loginId}`. */
export type FetchedDocumentsEvent = OfferingDocumentFetched;

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
