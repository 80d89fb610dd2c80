import { Controller, Get, Param } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  Answer,
  type Caller,
  commandMetadata,
  Context,
  Describes,
  Produces,
  RefusedException,
  type RequestContext,
  StrictQuery,
  throwIfRefused,
} from '#libs/platform/http';
import { businessDate, FieldCode, forbidden, notFound } from '#libs/platform/kernel';
import type { WholeSelection } from '#libs/platform/read-models';
import { AllDocumentsBy, DocumentById, ForRoles } from '#libs/platform/service';
import {
  type OfferDocument,
  offerDocuments,
  OfferIndex,
  toOfferBody,
  toOfferingDocumentBody,
} from './documents/offer.document.js';
import { isForFirm, isOpen } from './domain/offer.js';
import { OfferDto, OfferingDocumentDto, OffersQuery } from './dto/offer.dto.js';
import { FetchOfferingDocument } from './fetch-offering-document.js';

/** Firm whose offers the caller is confined to; undefined for an auditor, who reads everybody's. */
function scopeOf({ roles, firmId }: Caller): string | undefined {
  if (!roles.includes('client')) return undefined;
  if (firmId === undefined) throw new RefusedException(forbidden());
  return firmId;
}

/** Private placement offers as clients read them (decisions §9). A firm an offer is not for gets 404. */
@Controller('restapi/privateplacementoffers')
export class OffersController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  @ForRoles('client', 'auditor')
  @Describes('Get the offers open to the firm', { shape: OfferDto, list: true })
  async list(
    @Context() context: RequestContext,
    @StrictQuery(OffersQuery) { openOnly = true }: OffersQuery,
  ): Promise<Answer> {
    const firmId = scopeOf(context.caller);
    const { now } = context;
    const found = await this.#find(firmId, openOnly ? businessDate(now) : undefined, context);
    const offers = openOnly ? found.filter((offer) => isOpen(offer, now)) : found;
    return Answer.ok(offers.map((offer) => toOfferBody(offer, firmId)));
  }

  @Get(':oid')
  @ForRoles('client', 'auditor')
  @Describes('Get an offer', { shape: OfferDto })
  async get(@Param('oid') oid: string, @Context() context: RequestContext): Promise<Answer> {
    const offer = await this.#visible(oid, context);
    const { revision } = offer;
    return Answer.ok(toOfferBody(offer, scopeOf(context.caller)), { revision });
  }

  @Get(':oid/documents')
  @ForRoles('client', 'auditor')
  @Describes('Get the documents of an offer', { shape: OfferingDocumentDto, list: true })
  async documents(@Param('oid') oid: string, @Context() context: RequestContext): Promise<Answer> {
    const { documents, revision } = await this.#visible(oid, context);
    return Answer.ok(documents.map(toOfferingDocumentBody), { revision });
  }

  /** Header `X-Associated-Member-Id` names the client for whom the document is fetched; an auditor needs none. */
  @Get(':oid/documents/:id')
  @ForRoles('client', 'auditor')
  @Produces('application/octet-stream')
  @Describes('Get a document of an offer', {
    type: '*/*',
    errors: { [FieldCode.Required]: 'X-Associated-Member-Id is missing' },
    description:
      'X-Associated-Member-Id names the client the document is fetched for; only an auditor goes without.',
    headers: {
      'Content-Disposition': 'Attachment, with the id of the document as file name',
      'Content-Security-Policy': 'Nothing in the document runs',
    },
  })
  async document(
    @Param('oid') oid: string,
    @Param('id') id: string,
    @Context() context: RequestContext,
  ): Promise<Answer> {
    const { associatedMember: loginId, caller, method, present } = context;
    const firmId = scopeOf(caller);
    const reader = firmId === undefined ? undefined : { caller, present, firmId, loginId };
    const { document, bytes } = throwIfRefused(
      await this.commands.execute(
        new FetchOfferingDocument(oid, id, reader, commandMetadata(context), {
          hasBody: method === 'GET',
          past: context.past,
        }),
      ),
    );
    return Answer.raw(bytes, document.mediaType, {
      headers: {
        // an answer from a cache would be a reading that nobody remembers
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename="${document.documentId}"`,
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
      },
    });
  }

  async #visible(oid: string, context: RequestContext): Promise<OfferDocument> {
    const { caller, consistency } = context;
    const offer = await this.queries.execute(new DocumentById(offerDocuments, oid, consistency));
    const firmId = scopeOf(caller);
    if (!offer || (firmId !== undefined && !isForFirm(offer, firmId))) {
      throw new RefusedException(notFound());
    }
    if (!(await this.#isStillFor(firmId, oid, context))) throw new RefusedException(notFound());
    return offer;
  }

  /** Whether an offer that was for the firm at a moment of the past is for it now: only then is its past told. */
  async #isStillFor(
    firmId: string | undefined,
    oid: string,
    { past, present }: RequestContext,
  ): Promise<boolean> {
    if (past === undefined || firmId === undefined) return true;
    const offer = await this.queries.execute(new DocumentById(offerDocuments, oid, present));
    return offer !== undefined && isForFirm(offer, firmId);
  }

  /** Offers for a firm, or for any, in order of their closing date. */
  async #find(
    firmId: string | undefined,
    closingFrom: string | undefined,
    context: RequestContext,
  ): Promise<readonly OfferDocument[]> {
    const { consistency } = context;
    const selection: WholeSelection = {
      ...(firmId === undefined
        ? { index: OfferIndex.All, equals: [] }
        : { index: OfferIndex.Firm, equals: [firmId] }),
      ...(closingFrom !== undefined && { range: { from: closingFrom } }),
    };
    const found = await this.queries.execute(
      new AllDocumentsBy(offerDocuments, selection, consistency),
    );
    const offers: OfferDocument[] = [];
    for (const offer of found) {
      if (await this.#isStillFor(firmId, offer.offerOid, context)) offers.push(offer);
    }
    return offers;
  }
}
