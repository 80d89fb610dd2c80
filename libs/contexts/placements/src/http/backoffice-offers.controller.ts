import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  Answer,
  commandMetadata,
  RefusedException,
  requireValid,
  type RowRequest,
  throwIfRefused,
} from '#libs/platform/http';
import { isOid, notFound } from '#libs/platform/kernel';
import { BackOfficeRow, carryOut } from '#libs/platform/service';
import { offerDecider } from '../domain/offer.js';
import { OfferDto, PutOfferingDocumentDto } from './offer.dto.js';
import { StoreOfferingDocument } from '../use-cases/store-offering-document.js';

/** An id that could be none is that of nothing. */
function mustBeOids(...ids: readonly string[]): void {
  if (!ids.every(isOid)) throw new RefusedException(notFound());
}

/** The back office's side of private placement offers ([back-office.offers]). */
@Controller()
export class BackofficeOffersController {
  constructor(private readonly commands: CommandBus) {}

  @BackOfficeRow('privateplacementoffers/:oid', {
    summary: 'Define or change an offer',
    body: OfferDto,
  })
  async put({
    params: { oid: offerOid },
    body,
    context,
  }: RowRequest<OfferDto, 'oid'>): Promise<Answer> {
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
  @BackOfficeRow('privateplacementoffers/:oid/documents/:id', {
    summary: 'Define or change a document of an offer',
    body: PutOfferingDocumentDto,
    large: true,
  })
  async putDocument({
    params: { oid: offerOid, id: documentId },
    body,
    context,
  }: RowRequest<PutOfferingDocumentDto, 'oid' | 'id'>): Promise<Answer> {
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
