import { isUtf8 } from 'node:buffer';
import { fileTypeFromBuffer } from 'file-type/core';
import type { AggregateStore } from '#libs/platform/event-store';
import { isPdf, notFound, RefusedException } from '#libs/platform/kernel';
import {
  contentProblems,
  findDocument,
  offerDecider,
  type OfferingDocumentReport,
  type PutOfferingDocument,
} from './offer.js';

/** Names a document of an offer. */
export type DocumentPath = Pick<PutOfferingDocument, 'offerOid' | 'documentId'>;

/**
 * Detects the media type of the data sent, and checks what was reported about it.
 * @throws RefusedException 404 if the offer does not exist
 */
export async function contentsOf(
  aggregates: AggregateStore,
  { offerOid, documentId }: DocumentPath,
  sent: Pick<OfferingDocumentReport, 'data' | 'mediaType' | 'size'>,
) {
  const { state } = await aggregates.load(offerDecider, offerOid);
  if (!state) throw new RefusedException(notFound());
  const { data } = sent;
  const mediaType = data ? await mediaTypeOf(data) : '';
  const contents = data ? { mediaType, size: data.length } : findDocument(state, documentId);
  return { mediaType, problems: contentProblems(sent, contents) };
}

/** Detects the media type from the contents alone. Unrecognized text is plain text, never a page that could run scripts. */
export async function mediaTypeOf(bytes: Buffer): Promise<string> {
  const found = (await fileTypeFromBuffer(bytes))?.mime;
  if (found !== undefined) return found;
  if (isPdf(bytes)) return 'application/pdf';
  return isUtf8(bytes) && !bytes.includes(0)
    ? 'text/plain; charset=utf-8'
    : 'application/octet-stream';
}
