import {
  Bool,
  Code,
  DecimalString,
  Digits,
  Identifier,
  IsoDate,
  IsoTimestamp,
  ObjectOf,
  Text,
} from '#libs/platform/http';
import { CashTransactionStatuses, CashTransactionTypes, codesOf } from '#libs/platform/kernel';
import {
  CancelReasons,
  DistributionReasons,
  EndDateChoices,
  RepeatTypes,
  WithholdingTypes,
} from '../domain/codes.js';

const TYPE = {
  description:
    'AHD ACH deposit, AHW ACH withdrawal, CRW check, COW check overnight, WIW wire withdrawal',
  example: 'AHD',
};
const SOURCE = 'Bank link of a deposit, account number of a withdrawal';
const TARGET = 'Bank link of a withdrawal, account number of a deposit';
const AMOUNT = { scale: 2, min: '0', description: 'US dollars', example: '250.00' };
const WITHHELD = { scale: 2, min: '0', description: 'Percent or US dollars, by the type' };
const REPEAT = 'O one-time, W weekly, M monthly, Y yearly';
const INTERVAL = { max: 9, description: 'Every how many weeks, months or years' };
const OFFSET = { max: 9, description: 'Day of the week from Sunday, of the month, of the year' };
const YEAR = { max: 4, description: 'Year of an IRA deposit', example: '2026' };
const START = 'In New York; of a repeating transaction its first';
const TEXT = { max: 255, min: 0, nullable: true };

/** Body of `POST …/cashtransactions` (decisions §9; specification, "Cash transaction"). */
export class CreateCashTransactionDto {
  @Code(codesOf(CashTransactionTypes), { ...TYPE, required: true })
  transactionType?: string;

  @Identifier({ description: `${SOURCE}; the account may be left out` })
  sourceId?: string;

  @Identifier({ description: `${TARGET}; the account may be left out` })
  targetId?: string;

  @DecimalString({ ...AMOUNT, required: true, moreThanMin: true })
  amount?: string;

  @IsoDate({ required: true, description: START })
  processDate?: string;

  @Code(codesOf(RepeatTypes), { description: `${REPEAT}; default O` })
  repeatType?: string;

  @Digits(INTERVAL)
  repeatInterval?: string;

  @Digits(OFFSET)
  repeatOffset?: string;

  @IsoDate({ description: 'No transfer after it' })
  endDate?: string;

  @Code(codesOf(EndDateChoices), { description: 'Default: by the end date' })
  endDateChoice?: string;

  @Digits({ max: 9, description: 'With transfersMaxNumOf: the end date is derived from it' })
  maxNumOfTransfers?: string;

  @Digits({ ...YEAR, length: 4 })
  iraContributionYear?: string;

  @Code(codesOf(DistributionReasons), { description: 'Reason of an IRA withdrawal' })
  distributionReasonCode?: string;

  @Code(codesOf(WithholdingTypes), { description: 'P percent, D dollars, N none' })
  fedWithholdType?: string;

  @DecimalString(WITHHELD)
  fedWithholdAmount?: string;

  @Code(codesOf(WithholdingTypes), { description: 'P percent, D dollars, N none' })
  stateWithholdType?: string;

  @DecimalString(WITHHELD)
  stateWithholdAmount?: string;
}

/** Body of `PUT …/cashtransactions/{oid}`: cancels a pending transaction (decisions §9). */
export class CancelCashTransactionDto {
  @Code(codesOf(CancelReasons), {
    required: true,
    description: '8 cancelled by user, 99 cancel for update, 100 other',
  })
  cancelReasonCode?: string;

  @Text({ max: 255, min: 0 })
  cancelReason?: string;

  @Bool({ description: 'Of a repeating transaction: whether the whole series is cancelled' })
  cancelSeriesFlag?: boolean;
}

/** A cash transaction as GET answers it and the back office's PUT takes it (specification, "Cash transaction"). */
export class CashTransactionDto {
  @Identifier({ description: 'Id of the path' })
  oid?: string;

  @Code(codesOf(CashTransactionTypes), TYPE)
  transactionType?: string;

  @Identifier({ nullable: true, description: SOURCE })
  sourceId?: string | null;

  @Identifier({ nullable: true, description: TARGET })
  targetId?: string | null;

  @Text(TEXT)
  sourceDescription?: string | null;

  @Text(TEXT)
  targetDescription?: string | null;

  @DecimalString({ ...AMOUNT, moreThanMin: true })
  amount?: string;

  @DecimalString({ ...AMOUNT, example: '0.00' })
  accountFees?: string;

  @Code(codesOf(RepeatTypes), { description: REPEAT })
  repeatType?: string;

  @IsoDate({ description: START })
  processDate?: string;

  @Digits({ ...INTERVAL, nullable: true })
  repeatInterval?: string | null;

  @Digits({ ...OFFSET, nullable: true })
  repeatOffset?: string | null;

  @IsoDate({ nullable: true })
  endDate?: string | null;

  @Code(codesOf(EndDateChoices), { nullable: true })
  endDateChoice?: string | null;

  @Digits({ ...YEAR, nullable: true })
  iraContributionYear?: string | null;

  @Code(codesOf(DistributionReasons), { nullable: true })
  distributionReasonCode?: string | null;

  @Code(codesOf(WithholdingTypes), { nullable: true })
  fedWithholdType?: string | null;

  @DecimalString({ ...WITHHELD, nullable: true })
  fedWithholdAmount?: string | null;

  @Code(codesOf(WithholdingTypes), { nullable: true })
  stateWithholdType?: string | null;

  @DecimalString({ ...WITHHELD, nullable: true })
  stateWithholdAmount?: string | null;

  @Identifier({ nullable: true, description: 'The series it belongs to' })
  repeatCashTransactionOid?: string | null;

  @Code(codesOf(CashTransactionStatuses), {
    description: 'PD pending, PR processing, CL completed, CC cancelled, RJ rejected',
  })
  status?: string;

  @Text(TEXT)
  cancelReason?: string | null;

  @Code(codesOf(CancelReasons), { nullable: true })
  cancelReasonCode?: string | null;

  @Text({ ...TEXT, description: 'Who the account is registered to' })
  accountRegistration?: string | null;

  @IsoTimestamp()
  createDateTime?: string;
}

/** Query of `GET …/cashtransactions` (decisions §9). The rules are those of `readFilter`. */
export class CashTransactionsQuery {
  @Text({ min: 0, description: 'Types, joined by commas', example: 'AHD,AHW' })
  transactionTypes?: string;

  @Text({ min: 0, description: 'Statuses, joined by commas', example: 'PD,PR' })
  transactionStatuses?: string;

  @Text({
    min: 0,
    description: 'Days of creation: a code, or two dates MM-dd-yyyy joined by a comma',
    example: '30d',
  })
  daterange?: string;

  @Text({ min: 0, description: 'US dollars', example: '0.50' })
  minAmount?: string;

  @Text({ min: 0, description: 'US dollars', example: '5.00' })
  maxAmount?: string;
}

/** Where a check is sent. */
export class CheckAddressDto {
  @Text({ required: true })
  line1!: string;

  @Text({ required: true, nullable: true })
  line2!: string | null;

  @Text({ required: true, nullable: true })
  line3!: string | null;

  @Text({ required: true })
  city!: string;

  @Text({ required: true, nullable: true })
  state!: string | null;

  @Text({ required: true, nullable: true })
  zipcode!: string | null;

  @Text({ required: true, example: 'US' })
  country!: string;
}

/** Answer of endpoint 15 (specification, "Express check instructions output"). */
export class CheckInstructionsDto {
  @Identifier({ required: true })
  accountNumber!: string;

  @ObjectOf(() => CheckAddressDto, { required: true })
  address!: CheckAddressDto;

  @Text({ required: true })
  payableTo!: string;

  @Digits({ length: 4, description: 'Of an IRA: the tax year of the contribution' })
  contributionYear?: string;
}
