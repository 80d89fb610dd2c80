import { Controller, Get, Param, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Context,
  Describes,
  Fields,
  FieldsOf,
  listAnswer,
  PageQuery,
  pagesOf,
  Produces,
  type RequestContext,
  Response,
  type RowRequest,
  ForRoles,
} from '#libs/platform/http';
import {
  businessDate,
  type Caller,
  FieldCode,
  forbidden,
  isOid,
  notFound,
  RefusedException,
  throwIfRefused,
} from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { BackOfficeRow, DirectCommand } from '#libs/platform/service';
import { type OfferDocument, offerDocuments, OfferIndex } from './offer.document.js';
import {
  OfferDto,
  OfferingDocumentResponse,
  OfferResponse,
  OffersQuery,
  PutOfferingDocumentDto,
  toOfferingDocumentResponse,
  toOfferResponse,
} from './offer.dto.js';
import { FetchOfferingDocumentCommand, StoreOfferingDocumentCommand } from './offer.handlers.js';
import { contentsOf } from './offer.facts.js';
import { isForFirm, isOpen, offerDecider } from './offer.js';

/** The caller's firm; undefined for an auditor, who sees offers of all firms. */
function scopeOf({ roles, firmId }: Caller): string | undefined {
  if (!roles.includes('client')) return undefined;
  if (firmId === undefined) throw new RefusedException(forbidden());
  return firmId;
}

/** Client routes for private placement offers ([offer.fields]). An ineligible firm gets 404. */
@Controller('restapi/privateplacementoffers')
export class PrivatePlacementOffersController {
  constructor(
    private readonly readModels: ReadModels,
    private readonly commands: CommandBus,
  ) {}

  /** Offers the firm may see, for an auditor all, by closing date. */
  @Get()
  @ForRoles('client', 'auditor')
  @Describes('Get the offers open to the firm', { shape: OfferResponse, list: true })
  async list(@Context() context: RequestContext, @Query() query: OffersQuery) {
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
          keep:
            (!openOnly || isOpen(offer, now)) &&
            (await this.#isStillFor(firmId, offer.offerOid, context)),
        }));
        return { ...more, items: await Promise.all(marked) };
      },
      keep: ({ keep }) => keep,
      show: ({ offer }) => toOfferResponse(offer, firmId),
    });
  }

  @Get(':oid')
  @ForRoles('client', 'auditor')
  @Describes('Get an offer', { shape: OfferResponse })
  async get(@Param('oid') oid: string, @Context() context: RequestContext) {
    const offer = await this.#visible(oid, context);
    const { revision } = offer;
    return Response.ok(toOfferResponse(offer, scopeOf(context.caller)), { revision });
  }

  @Get(':oid/documents')
  @ForRoles('client', 'auditor')
  @Describes('Get the documents of an offer', { shape: OfferingDocumentResponse, list: true })
  async documents(
    @Param('oid') oid: string,
    @Context() context: RequestContext,
    @Query(FieldsOf(PageQuery)) query: Fields<PageQuery>,
  ) {
    const { documents, revision } = await this.#visible(oid, context);
    const page = pagesOf(documents, ({ documentId }) => documentId);
    return listAnswer(query.with(), { page, show: toOfferingDocumentResponse }, { revision });
  }

  /** `X-Associated-Member-Id` names the client the document is fetched for; auditors need none. */
  @Get(':oid/documents/:id')
  @ForRoles('client', 'auditor')
  @Produces('application/octet-stream')
  @Describes('Get a document of an offer', {
    type: '*/*',
    errors: { [FieldCode.Required]: 'X-Associated-Member-Id is missing' },
    description:
      'X-Associated-Member-Id names the client the document is fetched for; required except for auditors.',
    headers: {
      'Content-Disposition': 'Attachment named by the document id',
      'Content-Security-Policy': 'Prevents scripts in the document from running',
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
        new FetchOfferingDocumentCommand(oid, id, reader, context.command, {
          hasBody: method === 'GET',
          past: context.past,
        }),
      ),
    );
    return Response.raw(bytes, document.mediaType, {
      headers: {
        // reads from a cache would not be recorded
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
    const isShown =
      offer !== undefined &&
      (firmId === undefined || isForFirm(offer, firmId)) &&
      (await this.#isStillFor(firmId, oid, context));
    if (!isShown) throw new RefusedException(notFound());
    return offer;
  }

  /** Past states are shown only if the offer is for the firm at present, too. */
  async #isStillFor(firmId: string | undefined, oid: string, { past, present }: RequestContext) {
    if (past === undefined || firmId === undefined) return true;
    const offer = await this.readModels.of(offerDocuments).shown(oid, present);
    return offer !== undefined && isForFirm(offer, firmId);
  }
}

/** @throws RefusedException 404 for a malformed id */
function requireOids(...ids: readonly string[]): void {
  if (!ids.every(isOid)) throw new RefusedException(notFound());
}

/** Back office routes for private placement offers ([back-office.offers]). */
@Controller()
export class BackofficePrivatePlacementOffersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
  ) {}

  @BackOfficeRow('privateplacementoffers/:oid', {
    summary: 'Define or change an offer',
    body: OfferDto,
  })
  async put({ params, body, context }: RowRequest<OfferDto, 'oid'>) {
    const { oid: offerOid } = params;
    requireOids(offerOid);
    const command = { type: 'PutOffer', offerOid, report: body.with() } as const;
    const direct = new DirectCommand(offerDecider, offerOid, command, context);
    return Response.updated(await this.commands.execute(direct));
  }

  /** If-Match with an entity tag refers to the offer, which includes its documents; with * to the document. */
  @BackOfficeRow('privateplacementoffers/:oid/documents/:id', {
    summary: 'Define or change a document of an offer',
    body: PutOfferingDocumentDto,
    large: true,
  })
  async putDocument({ params, body, context }: RowRequest<PutOfferingDocumentDto, 'oid' | 'id'>) {
    const { oid: offerOid, id: documentId } = params;
    requireOids(offerOid, documentId);
    const path = { offerOid, documentId };
    const { mediaType, problems } = await contentsOf(this.aggregates, path, body.value);
    const payload = { path, report: body.with(...problems), mediaType };
    const command = new StoreOfferingDocumentCommand(payload, context);
    return Response.updated(await this.commands.execute(command));
  }
}
