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
import { isDuration } from './duration.js';

/** Reasons for which a sandbox may reject an order ([sandbox.orders]). */
const REJECTIONS = { 300: 'Rejected by the market', 305: 'Not enough cash or shares' } as const;

const DURATION = 'an ISO 8601 duration in whole numbers, such as P10D or PT90M';

const POSITIVE = { required: true, min: '0', moreThanMin: true } as const;

/** Body of `POST /sandbox/clock` ([sandbox.clock]): exactly one of the two. */
export class MoveClockDto {
  @IsoTimestamp({ description: 'New time of the clock', example: '2027-01-04T15:00:00.000Z' })
  to?: Timestamp;

  @Text({
    max: 40,
    description: 'By how much to move it: an ISO 8601 duration in whole numbers',
    example: 'P10D',
    check: (by: string) =>
      isDuration(by) ? undefined : { code: FieldCode.Value, message: mustBe(DURATION) },
  })
  by?: string;
}

export class ClockResponse {
  @IsoTimestamp({
    description: 'Current time of the firm',
    example: '2027-01-04T15:00:00.000+00:00',
  })
  time!: string;
}

/** Body of `POST /sandbox/accounts/{accountnumber}/fund`. */
export class FundDto {
  @DecimalString({ ...POSITIVE, decimals: 2, description: 'US dollars', example: '10000.00' })
  amount!: string;
}

export class PriceDto {
  @Text({ required: true, description: 'Ticker of the security', example: 'IBM' })
  ticker!: string;

  @DecimalString({
    ...POSITIVE,
    decimals: 4,
    description: 'US dollars per share',
    example: '142.50',
  })
  price!: string;
}

/** Body of `POST …/fill`. */
export class FillDto {
  @ListOf(() => PriceDto, {
    check: unique('ticker'),
    description:
      'Prices of securities in the order; the others are filled at their limit, or at 100.00',
  })
  prices: readonly PriceDto[] = [];
}

/** Body of `POST …/reject`. */
export class RejectDto {
  @Code(REJECTIONS, { description: 'Reason for the rejection', example: '300' })
  stateReasonCode?: string;
}

/** One report of `POST /sandbox/backoffice`, in the form of an import line. */
export class ReportDto {
  @Text({
    required: true,
    max: 2_000,
    description: 'Path of a back-office PUT, with or without /backoffice',
    example: '/accounts/RA1B2C3D4E/folios/RA1B2C3D4E03/positions',
  })
  path!: string;

  @Anything({ description: 'Body of the PUT', example: [{ ticker: 'IBM', shareQuantity: '12.5' }] })
  body?: unknown;
}

/** The result of one report. */
export class ReportResponse {
  @Text({
    description: 'Path as sent',
    example: '/accounts/RA1B2C3D4E/folios/RA1B2C3D4E03/positions',
  })
  path!: string;

  @Int({ description: 'Status of the response to the PUT', example: 200 })
  status!: number;

  @Anything({ description: 'The error list, if it was refused', answered: 'maybe' })
  errors?: unknown;
}
