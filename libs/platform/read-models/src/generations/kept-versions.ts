import { createHash } from 'node:crypto';
import type { Recorded } from '#libs/platform/kernel';
import type {
  CollectionDefinition,
  Document,
  DocumentStore,
  DocumentWrite,
  StoredEntry,
} from '../document-store.js';

/** After every 32nd event of a stream, a version of its documents is kept. */
export const KEPT_EVERY = 32;

const BY_PLACE = 'place';

/** A document as an event left it, with which as-of reads can start. */
export interface KeptVersion extends Record<string, unknown> {
  /** Id of the document. */
  readonly of: string;
  /** Position of the event, as a number so that it can be indexed. */
  readonly place: number;
  readonly stream: string;
  /** Revision of the event. */
  readonly revision: number;
  readonly document: Document;
}

/** The collection of a generation's kept versions, which only serve to make as-of reads faster. */
export function keptVersionsOf(collection: string): CollectionDefinition {
  return { name: `${collection}_past`, indexes: [{ name: BY_PLACE, fields: ['of', 'place'] }] };
}

/** Whether the versions after an event are kept. */
export function leavesVersion({ revision }: Pick<Recorded, 'revision'>): boolean {
  return (revision + 1) % KEPT_EVERY === 0;
}

/** Makes the version of a document after an event. */
export function versionAfter(
  { stream, revision, position }: Recorded,
  id: string,
  document: Document,
): KeptVersion {
  return { of: id, place: Number(position), stream, revision, document };
}

/** @param position of the event, or of the erasure that caused the version to be folded again */
export function versionWrite(
  collection: string,
  version: KeptVersion,
  position: bigint,
): DocumentWrite {
  const { of, place } = version;
  // Hashed because the id of the document may already have the maximum length.
  const id = `${createHash('sha256').update(of).digest('base64url')}@${place}`;
  return { collection: keptVersionsOf(collection).name, id, document: version, position };
}

/** Whether a collection has any kept versions: only documents with a long history do. */
export async function keepsAny(documents: DocumentStore, collection: string): Promise<boolean> {
  const any = { index: BY_PLACE, equals: [], limit: 1 };
  const { items } = await documents.findStored(keptVersionsOf(collection).name, any);
  return items.length > 0;
}

/** The newest kept version of a document at or before a position, if any, with the position of {@link versionWrite}. */
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
