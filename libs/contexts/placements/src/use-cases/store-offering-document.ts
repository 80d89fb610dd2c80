import { isUtf8 } from 'node:buffer';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { fileTypeFromBuffer } from 'file-type/core';
import { AggregateStore } from '#libs/platform/event-store';
import { RefusedException, throwIfProblems } from '#libs/platform/http';
import { isPdf, notFound } from '#libs/platform/kernel';
import type { DocumentVault } from '#libs/platform/runtime';
import { CommandRunner, VAULT, UseCaseCommand } from '#libs/platform/service';
import {
  contentProblems,
  findDocument,
  offerDecider,
  type OfferingDocumentReport,
  type PutOfferingDocument,
} from '../domain/offer.js';

type DocumentPath = Pick<PutOfferingDocument, 'offerOid' | 'documentId'>;

/** Back office: stores a document and adds it to its offer ([back-office.offers]). */
export class StoreOfferingDocumentCommand extends UseCaseCommand<
  typeof offerDecider,
  { readonly path: DocumentPath; readonly report: OfferingDocumentReport }
> {}

/** Writes the vault before the event, so that an event never names a missing document. */
@CommandHandler(StoreOfferingDocumentCommand)
export class StoreOfferingDocumentHandler implements ICommandHandler<StoreOfferingDocumentCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    @Inject(VAULT) private readonly vault: DocumentVault,
  ) {}

  async execute({ payload, metadata, expectedRevision: condition }: StoreOfferingDocumentCommand) {
    const { path, report: sent } = payload;
    // revisions refer to the offer, anything else to whether the document exists
    const [expectedRevision, expected] =
      typeof condition === 'object' ? [condition] : [undefined, condition];
    const { mediaType, problems } = await contentsOf(this.aggregates, path, sent);
    throwIfProblems(problems);
    const { name, required, signable, id, data } = sent;
    const report = { name, required, signable, ...(id !== undefined && { id }) };
    const stored = data && (await this.vault.put(data, { subject: `offer:${path.offerOid}` }));
    const content = stored ? { ...stored, mediaType } : undefined;
    const command = { type: 'PutOfferingDocument', ...path, report, content, expected } as const;
    return this.commands.executeOrThrow(offerDecider, path.offerOid, command, metadata, {
      expectedRevision,
    });
  }
}

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
