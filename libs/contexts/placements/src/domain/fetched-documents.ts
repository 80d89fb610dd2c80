import type { Decider, DomainEvent } from '#libs/platform/kernel';

interface Fetch {
  readonly offerOid: string;
  readonly documentId: string;
  /** SHA-256 of the contents that were handed out: other contents under the same id are another thing to read. */
  readonly sha256: string;
  /** Member for whom the document was fetched: the client an advisor acts for. */
  readonly loginId: string;
  readonly firmId: string;
}

/** A member was given a document of an offer for the first time; who asked is in the metadata. */
export type OfferingDocumentFetched = DomainEvent<'placement.OfferingDocumentFetched', Fetch>;

/** Everything that happens in stream `offeringDocuments-{offerOid}/{loginId}`. */
export type FetchedDocumentsEvent = OfferingDocumentFetched;

/** A document is being handed out. The same contents again change nothing. */
export interface RecordFetch extends Fetch {
  readonly type: 'RecordFetch';
}

/** What a member has been given of an offer: SHA-256 of the contents by document id. */
export type FetchedDocuments = ReadonlyMap<string, readonly string[]>;

/** Whether the member has been given the document with these contents. */
export function hasFetched(
  fetched: FetchedDocuments,
  { documentId, sha256 }: Pick<Fetch, 'documentId' | 'sha256'>,
): boolean {
  return fetched.get(documentId)?.includes(sha256) === true;
}

/** Id of what a member has been given of an offer. No offer id has a slash in it, so no two pairs share a stream. */
export function fetchedDocumentsId(offerOid: string, loginId: string): string {
  return `${offerOid}/${loginId}`;
}

/**
 * What one member has been given of one offer ([subscription.documents]: required offering documents have to be fetched
 * before a subscription). A stream for each pair: reading never makes two members wait for each other.
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
