import {
  type AmountBasis,
  AmountBases,
  FieldCode,
  isOid,
  type OrderState,
  OrderStates,
  type Timestamp,
  OID_FORM,
} from '#libs/platform/kernel';
import { Code, Identifier, IsoTimestamp } from '#libs/platform/http';

const nullable = true;

/** Of an order or a security order: its number or id. */
export const OID = {
  nullable,
  check: (oid: string | null) =>
    oid === null || isOid(oid) ? undefined : { code: FieldCode.Value, hint: OID_FORM },
};
/** Dollars of any number of security orders. */
export const TOTAL = { nullable, min: '0', scale: 4, example: '500.00' };
/** Dollars of one security order: a hundred of them are still a decimal string of the wire. */
export const DOLLARS = { ...TOTAL, max: '9999999999999.9999' };

/** What is reported alike of an order and of each of its security orders. */
export class ReportedStateDto {
  @Code(OrderStates, { nullable, description: 'State of the order', example: 'O' })
  state?: OrderState | null;

  @Identifier({
    nullable,
    max: 16,
    description: 'Reason of the state; 201 cancelled by user',
    example: '201',
  })
  stateReasonCode?: string | null;

  @Code(AmountBases, {
    nullable,
    description: 'Whether amounts are dollars or shares',
    example: 'D',
  })
  dollarShareBasedIndicator?: AmountBasis | null;

  @IsoTimestamp({ nullable, past: true, description: 'When it last changed' })
  modificationTimestamp?: Timestamp | null;
}
