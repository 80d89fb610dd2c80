import {
  Amount,
  Bool,
  Code,
  CodeLike,
  Identifier,
  IsoTimestamp,
  ResponseOf,
} from '#libs/platform/http';
import { type Money, type Timestamp, wireTimestamp } from '#libs/platform/kernel';
import {
  type Side,
  Sides,
  type SubscriptionState,
  SubscriptionStates,
  TRADE_REASON,
} from '#libs/contexts/codes';
import type { SubscriptionDocument } from './subscription.document.js';
import type { SubscriptionReport, SubscriptionTerms } from './subscription.js';

const DOLLARS = { decimals: 2, example: '25000.00' };

const SIDE = 'Only purchases are accepted';

/** Body of `POST …/privateplacementorders` ([subscription.created]). */
export class CreateSubscriptionDto implements SubscriptionTerms {
  @Identifier('Account number in the path', { example: 'RA1B2C3D4E' })
  accountNumber?: string;

  @Bool('The representative has discretion over side or amount', { required: true })
  discretionary!: boolean;

  @Bool('The representative recommended the subscription', { required: true })
  solicited!: boolean;

  @Identifier('Id of the offer', { required: true, example: '4000001' })
  privatePlacementOfferOid!: string;

  @CodeLike(TRADE_REASON, 'Reason for the trade', { required: true, example: 'NS' })
  reasonForTrade!: string;

  @Amount('Upper limit, dollars', {
    ...DOLLARS,
    required: true,
    min: '0',
    moreThanMin: true,
    max: '999999999999.99',
  })
  requestedDollarAmount!: Money;

  @Code(Sides, SIDE, { required: true, example: '1' })
  side!: Side;
}

/** Body of the back office's PUT, as GET returns it; only the state may change. */
export class SubscriptionDto implements SubscriptionReport {
  @Identifier('Id in the path', { example: '232507527025182' })
  privatePlacementOrderOid?: string;

  @Identifier('Account number in the path', { example: 'RA1B2C3D4E' })
  accountNumber?: string;

  @Identifier('Login id of the client who subscribed', { example: 'jane.doe' })
  associatedMemberId?: string;

  @Identifier('Id of the offer', { example: '4000001' })
  privatePlacementOfferOid?: string;

  @Bool('The representative has discretion over side or amount')
  discretionary?: boolean;

  @Bool('The representative recommended it')
  solicited?: boolean;

  @CodeLike(TRADE_REASON, 'Reason for the trade', { example: 'NS' })
  reasonForTrade?: string;

  @Amount('Upper limit, dollars', DOLLARS)
  requestedDollarAmount?: Money;

  @Code(Sides, SIDE, { example: '1' })
  side?: Side;

  @Code(SubscriptionStates, 'State of the subscription', { required: true, example: 'INITIAL' })
  status!: SubscriptionState;

  @IsoTimestamp('When the request was sent, if known')
  sentTimestamp?: Timestamp;

  @IsoTimestamp('When the request was received')
  receivedTimestamp?: Timestamp;

  @IsoTimestamp('When the request was answered')
  respondedTimestamp?: Timestamp;
}

/** Response of GET ([subscription.status]). */
export class SubscriptionResponse extends ResponseOf(SubscriptionDto, {
  sentTimestamp: 'orNull',
}) {}

/** Converts a document to the response of GET ([subscription.status]). */
export function toSubscriptionResponse(document: SubscriptionDocument): SubscriptionResponse {
  return {
    privatePlacementOrderOid: document.subscriptionOid,
    accountNumber: document.accountNumber,
    associatedMemberId: document.associatedMemberId,
    privatePlacementOfferOid: document.privatePlacementOfferOid,
    discretionary: document.discretionary,
    solicited: document.solicited,
    reasonForTrade: document.reasonForTrade,
    requestedDollarAmount: document.requestedDollarAmount,
    side: document.side,
    status: document.status,
    sentTimestamp: document.sentAt === null ? null : wireTimestamp(document.sentAt),
    receivedTimestamp: wireTimestamp(document.receivedAt),
    respondedTimestamp: wireTimestamp(document.respondedAt),
  };
}
