import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore, type Outcome } from '#libs/platform/event-store';
import { type Body, requireValid } from '#libs/platform/http';
import {
  type CommandMetadata,
  type ExpectedRevision,
  notFound,
  type Refusal,
} from '#libs/platform/kernel';
import type { DocumentVault } from '#libs/platform/runtime';
import { Commands, VAULT } from '#libs/platform/service';
import { mediaTypeOf } from '../document-data.js';
import { contentProblems, findDocument, offerDecider } from '../domain/offer.js';
import type { DocumentContent, OfferEvent } from '../domain/offer.events.js';
import type { PutOfferingDocumentDto } from '../http/offer.dto.js';

/** Back office: stores a document and puts it on its offer ([back-office.offers]). */
export class StoreOfferingDocument extends Command<Outcome<OfferEvent> | Refusal> {
  constructor(
    readonly offerOid: string,
    readonly documentId: string,
    readonly body: Body<PutOfferingDocumentDto>,
    readonly metadata: CommandMetadata,
    /** Revisions of the offer, or whether the document is there. */
    readonly expected?: ExpectedRevision,
  ) {
    super();
  }
}

/** The vault first, then the event: an event never names a document that is not there. */
@CommandHandler(StoreOfferingDocument)
export class StoreOfferingDocumentHandler implements ICommandHandler<StoreOfferingDocument> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
    @Inject(VAULT) private readonly vault: DocumentVault,
  ) {}

  async execute(command: StoreOfferingDocument): Promise<Outcome<OfferEvent> | Refusal> {
    const { offerOid, documentId, body, metadata } = command;
    const [expectedRevision, expected] =
      typeof command.expected === 'object' ? [command.expected] : [undefined, command.expected];
    const { state } = await this.aggregates.load(offerDecider, offerOid);
    if (!state) return notFound();
    const { data } = body.value;
    const mediaType = data ? await mediaTypeOf(data) : '';
    const contents = data ? { mediaType, size: data.length } : findDocument(state, documentId);
    const { name, required, signable, id } = requireValid(
      body,
      ...contentProblems(body.value, contents),
    );
    const content = data ? { ...(await this.#store(offerOid, data)), mediaType } : undefined;
    return this.commands.execute(
      offerDecider,
      offerOid,
      {
        type: 'PutOfferingDocument',
        offerOid,
        documentId,
        report: { name, required, signable, ...(id !== undefined && { id }) },
        content,
        expected,
      },
      metadata,
      { expectedRevision },
    );
  }

  async #store(offerOid: string, bytes: Buffer): Promise<Omit<DocumentContent, 'mediaType'>> {
    const { key, sha256, size } = await this.vault.put(bytes, { subject: `offer:${offerOid}` });
    return { key, sha256, size };
  }
}
