import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AggregateStore } from '#libs/platform/event-store';
import { Response, RefusedException, type RowRequest } from '#libs/platform/http';
import { isOid, notFound } from '#libs/platform/kernel';
import { BackOfficeRow } from '#libs/platform/service';
import { changedFields, placementRules } from '../domain/subscription.js';
import { PutOfferCommand } from '../use-cases/put-offer.js';
import {
  RecordSubscriptionStateCommand,
  requireSubscription,
} from '../use-cases/record-subscription-state.js';
import { contentsOf, StoreOfferingDocumentCommand } from '../use-cases/store-offering-document.js';
import { OfferDto, PutOfferingDocumentDto } from './offer.dto.js';
import { SubscriptionDto } from './subscription.dto.js';

/** @throws RefusedException 404 for a malformed id */
function requireOids(...ids: readonly string[]): void {
  if (!ids.every(isOid)) throw new RefusedException(notFound());
}

/** Back office routes for private placement offers ([back-office.offers]). */
@Controller()
export class BackofficeOffersController {
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
    const command = new PutOfferCommand({ offerOid, report: body.with() }, context);
    return Response.updated(await this.commands.execute(command));
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
    const report = await body.of(async () => {
      const { problems } = await contentsOf(this.aggregates, path, body.value);
      return body.with(...problems);
    });
    const command = new StoreOfferingDocumentCommand({ path, report }, context);
    return Response.updated(await this.commands.execute(command));
  }
}

/** Back office route for private placement subscriptions ([back-office.privateplacementorders]). */
@Controller()
export class BackofficeSubscriptionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
  ) {}

  @BackOfficeRow('accounts/:accountnumber/privateplacementorders/:oid', {
    summary: 'Record the state of a private placement subscription',
    body: SubscriptionDto,
    errors: placementRules.of('privateplacement.state.rule'),
  })
  async put({ params, body, context }: RowRequest<SubscriptionDto, 'accountnumber' | 'oid'>) {
    const { accountnumber: accountNumber, oid: subscriptionOid } = params;
    const path = { accountNumber, subscriptionOid };
    const report = await body.of(async () => {
      const { state } = await requireSubscription(this.aggregates, path);
      return body.with(...changedFields(body.value, state));
    });
    const command = new RecordSubscriptionStateCommand({ ...path, report }, context);
    return Response.updated(await this.commands.execute(command));
  }
}
