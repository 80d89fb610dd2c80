import { derivedIds, deriveUuid } from '#libs/platform/runtime';

const OID_DIGITS = 15;

/**
 * Id of the purchase order of a subscription.
 * @param acceptance id of the event by which the subscription was accepted
 */
export function purchaseOrderOidOf(acceptance: string): string {
  return derivedIds(deriveUuid(acceptance, 'placements.raise-purchase-order')).digits(OID_DIGITS);
}
