import { isUtf8 } from 'node:buffer';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { fileTypeFromBuffer } from 'file-type/core';
import { AggregateStore } from '#libs/platform/event-store';
import { RefusedException, throwIfProblems } from '#libs/platform/http';
import { notFound } from '#libs/platform/kernel';
import type { DocumentVault } from '#libs/platform/runtime';
import { Commands, VAULT, UseCaseCommand } from '#libs/platform/service';
import {
  contentProblems,
  findDocument,
  offerDecider,
  type OfferingDocumentReport,
  type PutOfferingDocument,
} from '../domain/offer.js';
import type { DocumentContent } from '../domain/offer.events.js';

type DocumentPath = Pick<PutOfferingDocument, 'offerOid' | 'documentId'>;

/** Back office: stores a document and puts it on its offer ([back-office.offers]). */
export class StoreOfferingDocumentCommand extends UseCaseCommand<
  typeof offerDecider,
  { readonly path: DocumentPath; readonly report: OfferingDocumentReport }
> {}

/** The vault first, then the event: an event never names a document that is not there. */
@CommandHandler(StoreOfferingDocumentCommand)
export class StoreOfferingDocumentHandler implements ICommandHandler<StoreOfferingDocumentCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
    @Inject(VAULT) private readonly vault: DocumentVault,
  ) {}

  async execute({ asked, metadata, expectedRevision: demanded }: StoreOfferingDocumentCommand) {
    const { path, report: sent } = asked;
    // revisions are the offer's; else it is about the document being there
    const [expectedRevision, expected] =
      typeof demanded === 'object' ? [demanded] : [undefined, demanded];
    const { mediaType, problems } = await contentsOf(this.aggregates, path, sent);
    throwIfProblems(problems);
    const { name, required, signable, id, data } = sent;
    const report = { name, required, signable, ...(id !== undefined && { id }) };
    const content = data ? { ...(await this.#store(path.offerOid, data)), mediaType } : undefined;
    const command = { type: 'PutOfferingDocument', ...path, report, content, expected } as const;
    return this.commands.carryOut(offerDecider, path.offerOid, command, metadata, {
      expectedRevision,
    });
  }

  async #store(offerOid: string, bytes: Buffer): Promise<Omit<DocumentContent, 'mediaType'>> {
    const { key, sha256, size } = await this.vault.put(bytes, { subject: `offer:${offerOid}` });
    return { key, sha256, size };
  }
}

/**
 * The media type of what is sent, and in what it differs from what is said of it.
 * @throws RefusedException 404 when there is no such offer
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

/**
 * Media type of a document, from its contents alone. Text that nothing else is known of is plain text, so that a page with
 * scripts is never called one.
 */
export async function mediaTypeOf(bytes: Buffer): Promise<string> {
  const found = (await fileTypeFromBuffer(bytes))?.mime;
  if (found !== undefined) return found;
  return isUtf8(bytes) && !bytes.includes(0)
    ? 'text/plain; charset=utf-8'
    : 'application/octet-stream';
}
