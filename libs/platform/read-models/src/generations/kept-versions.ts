import { createHash } from 'node:crypto';
import type { Recorded } from '#libs/platform/kernel';
import type {
  CollectionDefinition,
  Document,
  DocumentStore,
  DocumentWrite,
  StoredEntry,
} from '../document-store.js';

/** Of the events of a stream, every so manieth leaves a version of its documents that is kept. */
export const KEPT_EVERY = 32;

const BY_PLACE = 'place';

/** A document as an event left it, from which a read of its past goes on. */
export interface KeptVersion extends Record<string, unknown> {
  /** Id of the document. */
  readonly of: string;
  /** Position of the event, as an index orders it. */
  readonly place: number;
  readonly stream: string;
  /** Of the event. */
  readonly revision: number;
  readonly document: Document;
}

/** Where the kept versions of the documents in a collection are. Without them a read of the past takes longer. */
export function keptVersionsOf(collection: string): CollectionDefinition {
  return { name: `${collection}_past`, indexes: [{ name: BY_PLACE, fields: ['of', 'place'] }] };
}

/** Whether the versions that an event leaves are kept. */
export function leavesVersion({ revision }: Pick<Recorded, 'revision'>): boolean {
  return (revision + 1) % KEPT_EVERY === 0;
}

/** The version of a document that an event leaves. */
export function versionAfter(
  { stream, revision, position }: Recorded,
  id: string,
  document: Document,
): KeptVersion {
  return { of: id, place: Number(position), stream, revision, document };
}

/** @param position see {@link newestKept} */
export function versionWrite(
  collection: string,
  version: KeptVersion,
  position: bigint,
): DocumentWrite {
  const { of, place } = version;
  // An id may be as long as any can be.
  const id = `${createHash('sha256').update(of).digest('base64url')}@${place}`;
  return { collection: keptVersionsOf(collection).name, id, document: version, position };
}

/** Whether versions of any document in a collection are kept: where none has a long history there are none. */
export async function keepsAny(documents: DocumentStore, collection: string): Promise<boolean> {
  const any = { index: BY_PLACE, equals: [], limit: 1 };
  const { items } = await documents.findStored(keptVersionsOf(collection).name, any);
  return items.length > 0;
}

/**
 * The newest version of a document that is kept from a position or before, with the position of its write: that of the event, or of the
 * erasure for which it was folded anew. Undefined for none.
 */
export async function newestKept(
  documents: DocumentStore,
  collection: string,
  id: string,
  asOf: bigint,
): Promise<StoredEntry<KeptVersion> | undefined> {
  const { items } = await documents.findStored<KeptVersion>(keptVersionsOf(collection).name, {
    index: BY_PLACE,
    equals: [id],
    range: { to: Number(asOf) },
    order: 'descending',
    limit: 1,
  });
  return items[0];
}
