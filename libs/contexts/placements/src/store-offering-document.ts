import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore, type Outcome } from '#libs/platform/event-store';
import type { Read } from '#libs/platform/http';
import {
  type CommandMetadata,
  type ExpectedRevision,
  FieldCode,
  fieldProblem,
  notFound,
  type Refusal,
} from '#libs/platform/kernel';
import type { DocumentVault } from '#libs/platform/runtime';
import { Commands, VAULT } from '#libs/platform/service';
import { decodeBase64, mediaTypeOf } from './document-data.js';
import { offerDecider } from './domain/offer.js';
import type { DocumentContent, OfferEvent } from './domain/offer.events.js';
import type { PutOfferingDocumentDto } from './dto/offer.dto.js';

/** Back office: stores a document and puts it on its offer (decisions §10). */
export class StoreOfferingDocument extends Command<Outcome<OfferEvent> | Refusal> {
  constructor(
    readonly offerOid: string,
    readonly documentId: string,
    readonly body: Read<PutOfferingDocumentDto>,
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
    const { data, ...input } = body.value;
    const problems = [...body.problems];
    const bytes = data === undefined ? undefined : decodeBase64(data);
    if (data !== undefined && !bytes) {
      problems.push(fieldProblem('data', FieldCode.Value, 'The document is not Base64.'));
    }
    const content = bytes && problems.length === 0 ? await this.#store(offerOid, bytes) : undefined;
    return this.commands.execute(
      offerDecider,
      offerOid,
      {
        type: 'PutOfferingDocument',
        offerOid,
        documentId,
        input,
        problems,
        hasData: data !== undefined || body.problems.some(({ field }) => field === 'data'),
        content,
        expected,
      },
      metadata,
      { expectedRevision },
    );
  }

  async #store(offerOid: string, bytes: Buffer): Promise<DocumentContent> {
    const { key, sha256, size } = await this.vault.put(bytes, { subject: `offer:${offerOid}` });
    return { key, sha256, size, mediaType: await mediaTypeOf(bytes) };
  }
}
