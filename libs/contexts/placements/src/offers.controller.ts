import { Controller, Get, Inject, Param } from '@nestjs/common';
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
import { businessDate, type Clock, forbidden, notFound, timestampOf } from '#libs/platform/kernel';
import type { FindOptions } from '#libs/platform/read-models';
import { CLOCK, DocumentById, DocumentsBy, ForRoles } from '#libs/platform/service';
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

const PAGE = 500;

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
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @ForRoles('client', 'auditor')
  @Describes('Get the offers open to the firm', { shape: OfferDto, list: true })
  async list(
    @Context() context: RequestContext,
    @StrictQuery(OffersQuery) { openOnly = true }: OffersQuery,
  ): Promise<Answer> {
    const firmId = scopeOf(context.caller);
    const now = timestampOf(this.clock.now());
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
  @Describes('Get a document of an offer', { type: 'application/octet-stream' })
  async document(
    @Param('oid') oid: string,
    @Param('id') id: string,
    @Context() context: RequestContext,
  ): Promise<Answer> {
    const { associatedMember: loginId, method } = context;
    const firmId = scopeOf(context.caller);
    const reader = firmId === undefined ? undefined : { firmId, loginId };
    const { document, bytes } = throwIfRefused(
      await this.commands.execute(
        new FetchOfferingDocument(oid, id, reader, commandMetadata(context), method === 'GET'),
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

  async #visible(oid: string, { caller, consistency }: RequestContext): Promise<OfferDocument> {
    const offer = await this.queries.execute(new DocumentById(offerDocuments, oid, consistency));
    const firmId = scopeOf(caller);
    if (!offer || (firmId !== undefined && !isForFirm(offer, firmId))) {
      throw new RefusedException(notFound());
    }
    return offer;
  }

  /** Offers for a firm, or for any, in order of their closing date. */
  async #find(
    firmId: string | undefined,
    closingFrom: string | undefined,
    { consistency }: RequestContext,
  ): Promise<readonly OfferDocument[]> {
    const selection: FindOptions = {
      ...(firmId === undefined
        ? { index: OfferIndex.All, equals: [] }
        : { index: OfferIndex.Firm, equals: [firmId] }),
      ...(closingFrom !== undefined && { range: { from: closingFrom } }),
      limit: PAGE,
    };
    const offers: OfferDocument[] = [];
    let after: string | undefined;
    do {
      const place = after === undefined ? selection : { ...selection, after };
      const page = await this.queries.execute(new DocumentsBy(offerDocuments, place, consistency));
      offers.push(...page.items);
      after = page.next;
    } while (after !== undefined);
    return offers;
  }
}
