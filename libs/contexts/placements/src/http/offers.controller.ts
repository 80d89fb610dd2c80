import { Controller, Get, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  Answer,
  type Body,
  type Caller,
  commandMetadata,
  Context,
  Describes,
  LenientQuery,
  listAnswer,
  PageQuery,
  pagesOf,
  Produces,
  RefusedException,
  type RequestContext,
  requireValid,
  StrictQuery,
  throwIfRefused,
} from '#libs/platform/http';
import { businessDate, FieldCode, forbidden, notFound } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { ForRoles } from '#libs/platform/service';
import {
  type OfferDocument,
  offerDocuments,
  OfferIndex,
  toOfferAnswer,
  toOfferingDocumentAnswer,
} from '../read-models/offer.document.js';
import { isForFirm, isOpen } from '../domain/offer.js';
import { OfferAnswer, OfferingDocumentAnswer, OffersQuery } from './offer.dto.js';
import { FetchOfferingDocumentCommand } from '../use-cases/fetch-offering-document.js';

/** Firm whose offers the caller is confined to; undefined for an auditor, who reads everybody's. */
function scopeOf({ roles, firmId }: Caller): string | undefined {
  if (!roles.includes('client')) return undefined;
  if (firmId === undefined) throw new RefusedException(forbidden());
  return firmId;
}

/** Private placement offers as clients read them ([offer.fields]). A firm an offer is not for gets 404. */
@Controller('restapi/privateplacementoffers')
export class OffersController {
  constructor(
    private readonly readModels: ReadModels,
    private readonly commands: CommandBus,
  ) {}

  /** Offers for the firm, for an auditor those for any, in order of their closing date. */
  @Get()
  @ForRoles('client', 'auditor')
  @Describes('Get the offers open to the firm', { shape: OfferAnswer, list: true })
  async list(@Context() context: RequestContext, @StrictQuery(OffersQuery) query: OffersQuery) {
    const firmId = scopeOf(context.caller);
    const { now, consistency } = context;
    const { openOnly = true } = query;
    const selection = {
      ...(firmId === undefined
        ? { index: OfferIndex.All, equals: [] }
        : { index: OfferIndex.Firm, equals: [firmId] }),
      ...(openOnly && { range: { from: businessDate(now) } }),
    };
    const page = this.readModels.of(offerDocuments).pages(selection, consistency);
    return listAnswer(query, {
      page: async (wanted) => {
        const { items, ...more } = await page(wanted);
        const marked = items.map(async (offer) => ({
          offer,
          isShown:
            (!openOnly || isOpen(offer, now)) &&
            (await this.#isStillFor(firmId, offer.offerOid, context)),
        }));
        return { ...more, items: await Promise.all(marked) };
      },
      keep: ({ isShown }) => isShown,
      show: ({ offer }) => toOfferAnswer(offer, firmId),
    });
  }

  @Get(':oid')
  @ForRoles('client', 'auditor')
  @Describes('Get an offer', { shape: OfferAnswer })
  async get(@Param('oid') oid: string, @Context() context: RequestContext) {
    const offer = await this.#visible(oid, context);
    const { revision } = offer;
    return Answer.ok(toOfferAnswer(offer, scopeOf(context.caller)), { revision });
  }

  @Get(':oid/documents')
  @ForRoles('client', 'auditor')
  @Describes('Get the documents of an offer', { shape: OfferingDocumentAnswer, list: true })
  async documents(
    @Param('oid') oid: string,
    @Context() context: RequestContext,
    @LenientQuery(PageQuery) query: Body<PageQuery>,
  ) {
    const { documents, revision } = await this.#visible(oid, context);
    const page = pagesOf(documents, ({ documentId }) => documentId);
    return listAnswer(requireValid(query), { page, show: toOfferingDocumentAnswer }, { revision });
  }

  /** Header `X-Associated-Member-Id` names the client for whom the document is fetched; an auditor needs none. */
  @Get(':oid/documents/:id')
  @ForRoles('client', 'auditor')
  @Produces('application/octet-stream')
  @Describes('Get a document of an offer', {
    type: '*/*',
    errors: { [FieldCode.Required]: 'X-Associated-Member-Id is missing' },
    description:
      'X-Associated-Member-Id names the client the document is fetched for; required except for auditors.',
    headers: {
      'Content-Disposition': 'Attachment, with the id of the document as file name',
      'Content-Security-Policy': 'Nothing in the document runs',
    },
  })
  async document(
    @Param('oid') oid: string,
    @Param('id') id: string,
    @Context() context: RequestContext,
  ) {
    const { associatedMember: loginId, caller, method, present } = context;
    const firmId = scopeOf(caller);
    const reader = firmId === undefined ? undefined : { caller, present, firmId, loginId };
    const { document, bytes } = throwIfRefused(
      await this.commands.execute(
        new FetchOfferingDocumentCommand(oid, id, reader, commandMetadata(context), {
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
    const offer = await this.readModels.of(offerDocuments).shown(oid, consistency);
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
    const offer = await this.readModels.of(offerDocuments).shown(oid, present);
    return offer !== undefined && isForFirm(offer, firmId);
  }
}
