import { Controller, Param, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  Answer,
  type Body,
  commandMetadata,
  Context,
  Describes,
  LargeBody,
  LenientBody,
  RefusedException,
  type RequestContext,
  requireValid,
  throwIfRefused,
} from '#libs/platform/http';
import { isOid, notFound } from '#libs/platform/kernel';
import { carryOut, ForRoles } from '#libs/platform/service';
import { offerDecider } from './domain/offer.js';
import { OfferDto, PutOfferingDocumentDto } from './dto/offer.dto.js';
import { StoreOfferingDocument } from './store-offering-document.js';

/** An id that could be none is that of nothing. */
function mustBeOids(...ids: readonly string[]): void {
  if (!ids.every(isOid)) throw new RefusedException(notFound());
}

/** The back office's side of private placement offers ([back-office.offers]). */
@Controller('backoffice/privateplacementoffers')
export class BackofficeOffersController {
  constructor(private readonly commands: CommandBus) {}

  @Put(':oid')
  @ForRoles('backoffice')
  @Describes('Define or change an offer')
  async put(
    @Param('oid') offerOid: string,
    @Context() context: RequestContext,
    @LenientBody(OfferDto) body: Body<OfferDto>,
  ): Promise<Answer> {
    mustBeOids(offerOid);
    const outcome = await carryOut(
      this.commands,
      context,
      offerDecider,
      offerOid,
      { type: 'PutOffer', offerOid, report: requireValid(body) },
      { expectedRevision: context.ifMatch },
    );
    return Answer.updated(outcome);
  }

  /** If-Match takes the entity tag of the offer, which its documents are part of; * is about the document. */
  @Put(':oid/documents/:id')
  @ForRoles('backoffice')
  @LargeBody()
  @Describes('Define or change a document of an offer')
  async putDocument(
    @Param('oid') offerOid: string,
    @Param('id') documentId: string,
    @Context() context: RequestContext,
    @LenientBody(PutOfferingDocumentDto) body: Body<PutOfferingDocumentDto>,
  ): Promise<Answer> {
    mustBeOids(offerOid, documentId);
    const metadata = commandMetadata(context);
    const outcome = throwIfRefused(
      await this.commands.execute(
        new StoreOfferingDocument(offerOid, documentId, body, metadata, context.ifMatch),
      ),
    );
    return Answer.updated(outcome);
  }
}
