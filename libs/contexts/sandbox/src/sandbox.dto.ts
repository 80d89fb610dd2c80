import {
  Anything,
  Code,
  DecimalString,
  Int,
  IsoTimestamp,
  ListOf,
  Text,
  unique,
} from '#libs/platform/http';
import { FieldCode, type Timestamp, mustBe } from '#libs/platform/kernel';
import { isDuration } from './clock.js';

/** Reasons for which a sandbox may reject an order ([sandbox.orders]). */
const REJECTIONS = { 300: 'Rejected by the market', 305: 'Not enough cash or shares' } as const;

const DURATION = 'an ISO 8601 duration in whole numbers, such as P10D or PT90M';

const POSITIVE = { required: true, min: '0', moreThanMin: true } as const;

/** Body of `POST /sandbox/clock` ([sandbox.clock]): exactly one of the two. */
export class MoveClockDto {
  @IsoTimestamp('New time of the clock', { example: '2027-01-04T15:00:00.000Z' })
  to?: Timestamp;

  @Text('By how much to move it: an ISO 8601 duration in whole numbers', {
    max: 40,
    example: 'P10D',
    check: (by: string) =>
      isDuration(by) ? undefined : { code: FieldCode.Value, message: mustBe(DURATION) },
  })
  by?: string;
}

export class ClockResponse {
  @IsoTimestamp('Current time of the firm', { example: '2027-01-04T15:00:00.000+00:00' })
  time!: string;
}

/** Body of `POST /sandbox/accounts/{accountnumber}/fund`. */
export class FundDto {
  @DecimalString('US dollars', { ...POSITIVE, decimals: 2, example: '10000.00' })
  amount!: string;
}

export class PriceDto {
  @Text('Ticker of the security', { required: true, example: 'IBM' })
  ticker!: string;

  @DecimalString('US dollars per share', { ...POSITIVE, decimals: 4, example: '142.50' })
  price!: string;
}

/** Body of `POST …/fill`. */
export class FillDto {
  @ListOf(
    () => PriceDto,
    'Prices of securities in the order; the others are filled at their limit, or at 100.00',
    { check: unique('ticker') },
  )
  prices: readonly PriceDto[] = [];
}

/** Body of `POST …/reject`. */
export class RejectDto {
  @Code(REJECTIONS, 'Reason for the rejection', { example: '300' })
  stateReasonCode?: string;
}

/** One report of `POST /sandbox/backoffice`, in the form of an import line. */
export class ReportDto {
  @Text('Path of a back-office PUT, with or without /backoffice', {
    required: true,
    max: 2_000,
    example: '/accounts/RA1B2C3D4E/folios/RA1B2C3D4E03/positions',
  })
  path!: string;

  @Anything('Body of the PUT', { example: [{ ticker: 'IBM', shareQuantity: '12.5' }] })
  body?: unknown;
}

/** The result of one report. */
export class ReportResponse {
  @Text('Path as sent', { example: '/accounts/RA1B2C3D4E/folios/RA1B2C3D4E03/positions' })
  path!: string;

  @Int('Status of the response to the PUT', { example: 200 })
  status!: number;

  @Anything('The error list, if it was refused', { answered: 'maybe' })
  errors?: unknown;
}
