import {
  Bool,
  Code,
  DecimalString,
  Digits,
  Identifier,
  IsoDate,
  IsoTimestamp,
  PageQuery,
  Text,
} from '#libs/platform/http';
import { CashTransactionStatuses, CashTransactionTypes } from '#libs/platform/kernel';
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
const INTERVAL = { max: 9, example: '1', description: 'Every how many weeks, months or years' };
const OFFSET = {
  max: 9,
  example: '3',
  description: 'Day of the week from Sunday, of the month, of the year',
};
const YEAR = { length: 4, description: 'Year of an IRA deposit', example: '2026' };
const START = 'In New York; of a repeating transaction its first';
const TEXT = { max: 255, min: 0, nullable: true };

/** Body of `POST …/cashtransactions` ([cash.create]). */
export class CreateCashTransactionDto {
  @Code(CashTransactionTypes, { ...TYPE, required: true })
  transactionType?: string;

  @Identifier({ description: `${SOURCE}; the account may be left out`, example: '4711' })
  sourceId?: string;

  @Identifier({ description: `${TARGET}; the account may be left out`, example: 'RA1B2C3D4E' })
  targetId?: string;

  @DecimalString({ ...AMOUNT, required: true, moreThanMin: true })
  amount?: string;

  @IsoDate({ required: true, description: START, example: '2026-11-30' })
  processDate?: string;

  @Code(RepeatTypes, { description: `${REPEAT}; default O` })
  repeatType?: string;

  @Digits(INTERVAL)
  repeatInterval?: string;

  @Digits(OFFSET)
  repeatOffset?: string;

  @IsoDate({ description: 'No transfer after it', example: '2026-12-31' })
  endDate?: string;

  @Code(EndDateChoices, { description: 'Default: by the end date', example: 'transfersInfinite' })
  endDateChoice?: string;

  @Digits({ max: 9, description: 'With transfersMaxNumOf; the end date follows from it' })
  maxNumOfTransfers?: string;

  @Digits(YEAR)
  iraContributionYear?: string;

  @Code(DistributionReasons, { description: 'Reason of an IRA withdrawal', example: 'N' })
  distributionReasonCode?: string;

  @Code(WithholdingTypes, { description: 'P percent, D dollars, N none' })
  fedWithholdType?: string;

  @DecimalString({ ...WITHHELD, example: '10.00' })
  fedWithholdAmount?: string;

  @Code(WithholdingTypes, { description: 'P percent, D dollars, N none' })
  stateWithholdType?: string;

  @DecimalString({ ...WITHHELD, example: '3.00' })
  stateWithholdAmount?: string;
}

/** Body of `PUT …/cashtransactions/{oid}`: cancels a pending transaction ([cash.cancel]). */
export class CancelCashTransactionDto {
  @Code(CancelReasons, {
    required: true,
    description: '8 cancelled by user, 99 cancel for update, 100 other',
    example: '8',
  })
  cancelReasonCode?: string;

  @Text({
    max: 255,
    min: 0,
    description: 'Why it was cancelled, in words',
    example: 'Entered twice',
  })
  cancelReason?: string;

  @Bool({ description: 'Of a repeating transaction: whether the whole series is cancelled' })
  cancelSeriesFlag?: boolean;
}

/** A cash transaction as GET answers it and the back office's PUT takes it ([cash.get], [back-office.cashtransactions]). */
export class CashTransactionDto {
  @Identifier({ description: 'Id of the path', example: '9021' })
  oid?: string;

  @Code(CashTransactionTypes, TYPE)
  transactionType?: string;

  @Identifier({ nullable: true, description: SOURCE, example: '4711' })
  sourceId?: string | null;

  @Identifier({ nullable: true, description: TARGET, example: 'RA1B2C3D4E' })
  targetId?: string | null;

  @Text({ ...TEXT, description: 'Where the money comes from', example: 'First Bank 0001' })
  sourceDescription?: string | null;

  @Text({ ...TEXT, description: 'Where the money goes', example: 'Jane first' })
  targetDescription?: string | null;

  @DecimalString({ ...AMOUNT, moreThanMin: true })
  amount?: string;

  @DecimalString({ ...AMOUNT, example: '0.00' })
  accountFees?: string;

  @Code(RepeatTypes, { description: REPEAT })
  repeatType?: string;

  @IsoDate({ description: START, example: '2026-11-30' })
  processDate?: string;

  @Digits({ ...INTERVAL, nullable: true })
  repeatInterval?: string | null;

  @Digits({ ...OFFSET, nullable: true })
  repeatOffset?: string | null;

  @IsoDate({ nullable: true, description: 'No transfer after it', example: '2026-12-31' })
  endDate?: string | null;

  @Code(EndDateChoices, {
    nullable: true,
    description: 'How the end of the series is given',
    example: 'transfersInfinite',
  })
  endDateChoice?: string | null;

  @Digits({ ...YEAR, nullable: true })
  iraContributionYear?: string | null;

  @Code(DistributionReasons, {
    nullable: true,
    description: 'Reason of an IRA withdrawal',
    example: 'N',
  })
  distributionReasonCode?: string | null;

  @Code(WithholdingTypes, { nullable: true, description: 'How federal taxes are withheld' })
  fedWithholdType?: string | null;

  @DecimalString({ ...WITHHELD, nullable: true, example: '10.00' })
  fedWithholdAmount?: string | null;

  @Code(WithholdingTypes, { nullable: true, description: 'How state taxes are withheld' })
  stateWithholdType?: string | null;

  @DecimalString({ ...WITHHELD, nullable: true, example: '3.00' })
  stateWithholdAmount?: string | null;

  @Identifier({
    nullable: true,
    description: 'The series it belongs to',
    example: '638674315177595',
  })
  repeatCashTransactionOid?: string | null;

  @Code(CashTransactionStatuses, {
    description: 'PD pending, PR processing, CL completed, CC cancelled, RJ rejected',
  })
  status?: string;

  @Text({ ...TEXT, description: 'Why it was cancelled, in words', example: 'Entered twice' })
  cancelReason?: string | null;

  @Code(CancelReasons, { nullable: true, description: 'Why it was cancelled', example: '8' })
  cancelReasonCode?: string | null;

  @Text({ ...TEXT, description: 'Who the account is registered to', example: 'Jane Doe' })
  accountRegistration?: string | null;

  @IsoTimestamp({ description: 'When the transaction was created' })
  createDateTime?: string;
}

/** Query of `GET …/cashtransactions` ([cash.list]). The rules are those of `readFilter`. */
export class CashTransactionsQuery extends PageQuery {
  @Text({ min: 0, description: 'Types, joined by commas', example: 'AHD,AHW' })
  transactionTypes?: string;

  @Text({ min: 0, description: 'Statuses, joined by commas', example: 'PD,PR' })
  transactionStatuses?: string;

  @Text({
    min: 0,
    description:
      'Days of creation: a code, or two dates joined by a comma, both MM-dd-yyyy or both yyyy-MM-dd',
    example: '30d',
  })
  daterange?: string;

  @Text({ min: 0, description: 'US dollars', example: '0.50' })
  minAmount?: string;

  @Text({ min: 0, description: 'US dollars', example: '5.00' })
  maxAmount?: string;
}
