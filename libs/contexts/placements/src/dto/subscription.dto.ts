import { Bool, Code, DecimalString, Identifier, IsoTimestamp } from '#libs/platform/http';
import {
  codesOf,
  type Side,
  Sides,
  type SubscriptionState,
  SubscriptionStates,
  type TradeReason,
  TradeReasons,
} from '#libs/platform/kernel';

const DOLLARS = { scale: 2, example: '25000.00' };
const SIDE = { description: '1 buys; 2 is refused' };

/** Body of `POST …/privateplacementorders` (specification, endpoint 13). */
export class CreateSubscriptionDto {
  @Identifier({ description: 'Account number of the path' })
  accountNumber?: string;

  @Bool({ required: true, description: 'The representative decides on side or amount' })
  discretionary?: boolean;

  @Bool({ required: true, description: 'The representative recommended the subscription' })
  solicited?: boolean;

  @Identifier({ required: true, description: 'Id of the offer' })
  privatePlacementOfferOid?: string;

  @Code(codesOf(TradeReasons), { required: true })
  reasonForTrade?: TradeReason;

  @DecimalString({
    ...DOLLARS,
    required: true,
    min: '0',
    moreThanMin: true,
    max: '999999999999.99',
    description: 'Most to invest, dollars',
  })
  requestedDollarAmount?: string;

  @Code(codesOf(Sides), { ...SIDE, required: true })
  side?: Side;
}

/** A subscription as GET answers it and as the back office puts it: only the state can be another one. */
export class SubscriptionDto {
  @Identifier({ description: 'Id of the path' })
  privatePlacementOrderOid?: string;

  @Identifier({ description: 'Account number of the path' })
  accountNumber?: string;

  @Identifier({ description: 'Login id of the client who subscribed' })
  associatedMemberId?: string;

  @Identifier({ description: 'Id of the offer' })
  privatePlacementOfferOid?: string;

  @Bool()
  discretionary?: boolean;

  @Bool()
  solicited?: boolean;

  @Code(codesOf(TradeReasons))
  reasonForTrade?: TradeReason;

  @DecimalString(DOLLARS)
  requestedDollarAmount?: string;

  @Code(codesOf(Sides), SIDE)
  side?: Side;

  @Code(codesOf(SubscriptionStates), { required: true })
  status?: SubscriptionState;

  @IsoTimestamp({ description: 'When the request was sent, as far as it said' })
  sentTimestamp?: string;

  @IsoTimestamp({ description: 'When the request was received' })
  receivedTimestamp?: string;

  @IsoTimestamp({ description: 'When the request was answered' })
  respondedTimestamp?: string;
}
