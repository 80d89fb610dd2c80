import {
  Amount,
  Bool,
  Code,
  DecimalString,
  Digits,
  type Failure,
  type Form,
  Identifier,
  IsoDate,
  IsoTimestamp,
  ObjectOf,
  PageQuery,
  PeriodBound,
  ResponseOf,
  Text,
} from '#libs/platform/http';
import {
  FieldCode,
  type LocalDate,
  type Money,
  type Timestamp,
  wireTimestamp,
  mustBe,
} from '#libs/platform/kernel';
import {
  type CashTransactionStatus,
  CashTransactionStatuses,
  type CashTransactionType,
  CashTransactionTypes,
} from '#libs/contexts/codes';
import {
  CancelReasons,
  type CancelTransaction,
  type CreateInput,
  DistributionReasons,
  EndDateChoices,
  RepeatTypes,
  type ReportInput,
  WithholdingTypes,
} from './cash-state.js';
import type { CashTransactionDocument } from './cash.document.js';
import type {
  CancelReason,
  DistributionReason,
  EndDateChoice,
  RepeatType,
  WithholdingType,
} from './cash.events.js';
import { MAX_OFFSET } from './series.js';

const TYPE = { description: 'How the money moves', example: 'AHD' };

const SOURCE = 'Bank link for a deposit, account number for a withdrawal';

const TARGET = 'Bank link for a withdrawal, account number for a deposit';

const AMOUNT = { decimals: 2, min: '0', description: 'US dollars', example: '250.00' };

const WITHHELD = { decimals: 2, min: '0', description: 'Percent or US dollars, see type' };

const REPEAT = 'How often it is repeated';

const INTERVAL = { max: 9, example: '1', description: 'Weeks, months or years between transfers' };

const OFFSET = {
  max: 9,
  example: '3',
  description: 'Day of the week (1 is Sunday), month or year',
};

const YEAR = {
  length: 4,
  description: 'Contribution year of an IRA deposit',
  example: '2026',
  check: counted(1_000, 9_999),
};

const START = 'Day in New York; the first day of a repeating transaction';

const LINE = { trim: true, printable: 'line', max: 255, min: 0 } as const;

const TEXT = { ...LINE, nullable: true } as const;

const WHY = { description: 'Reason for the cancellation as text', example: 'Entered twice' };

const DISTRIBUTION = { description: 'Reason for an IRA withdrawal', example: 'N' };

const ID = { trim: true, printable: 'line', nullable: true } as const;

/** Check that digits are a number within limits (own rule). */
function counted(min: number, max: number): (digits: string) => Failure | undefined {
  const message = mustBe(`a whole number from ${min} to ${max}`);
  return (digits) =>
    Number(digits) >= min && Number(digits) <= max ? undefined : { code: FieldCode.Value, message };
}

/** Fields as sent, not yet validated. */
type RequestFields = Partial<CreateInput>;

const MAX_REPORTED = 999_999;

/** Body of `POST …/cashtransactions` ([cash.create]). */
export class CreateCashTransactionDto implements CreateInput {
  @Code(CashTransactionTypes, { ...TYPE, required: true })
  transactionType!: CashTransactionType;

  @Identifier({
    required: ({ transactionType }: RequestFields) => transactionType === 'AHD',
    description: `${SOURCE}; the account may be omitted`,
    example: '4711',
  })
  sourceId?: string;

  @Identifier({
    required: ({ transactionType }: RequestFields) =>
      transactionType === 'AHW' || transactionType === 'WIW',
    description: `${TARGET}; the account may be omitted`,
    example: 'RA1B2C3D4E',
  })
  targetId?: string;

  @Amount({ ...AMOUNT, required: true, moreThanMin: true })
  amount!: Money;

  @IsoDate({ required: true, description: START, example: '2026-11-30' })
  processDate!: LocalDate;

  @Code(RepeatTypes, { description: `${REPEAT}. Default: O` })
  repeatType: RepeatType = 'O';

  @Digits({ ...INTERVAL, check: counted(1, 99) })
  repeatInterval?: string;

  @Digits({
    ...OFFSET,
    check: (digits, _now, { repeatType = 'O' }: RequestFields) =>
      repeatType === 'O' ? undefined : counted(1, MAX_OFFSET[repeatType])(digits),
  })
  repeatOffset?: string;

  @IsoDate({ description: 'Last day for a transfer', example: '2026-12-31' })
  endDate?: LocalDate;

  @Code(EndDateChoices, { description: 'Default: based on endDate', example: 'transfersInfinite' })
  endDateChoice?: EndDateChoice;

  @Digits({
    max: 9,
    check: counted(1, 999),
    description: 'With transfersMaxNumOf; determines the end date',
  })
  maxNumOfTransfers?: string;

  @Digits(YEAR)
  iraContributionYear?: string;

  @Code(DistributionReasons, DISTRIBUTION)
  distributionReasonCode?: DistributionReason;

  @Code(WithholdingTypes, { description: 'How federal taxes are withheld' })
  fedWithholdType?: WithholdingType;

  @DecimalString({ ...WITHHELD, example: '10.00' })
  fedWithholdAmount?: string;

  @Code(WithholdingTypes, { description: 'How state taxes are withheld' })
  stateWithholdType?: WithholdingType;

  @DecimalString({ ...WITHHELD, example: '3.00' })
  stateWithholdAmount?: string;
}

type Cancellation = CancelTransaction['input'];

/** Body of `PUT …/cashtransactions/{oid}`: cancels a pending transaction ([cash.cancel]). */
export class CancelCashTransactionDto implements Cancellation {
  @Code(CancelReasons, {
    errorCode: '9049',
    required: true,
    description: 'Why it is cancelled',
    example: '8',
  })
  cancelReasonCode!: CancelReason;

  @Text({ ...LINE, ...WHY })
  cancelReason?: string;

  @Bool({ description: 'For a repeating transaction: cancel the whole series' })
  cancelSeriesFlag?: boolean;
}

/** Body of the back office's PUT ([back-office.cashtransactions]). */
export class CashTransactionDto implements ReportInput {
  @Identifier({ description: 'Id in the path', example: '9021' })
  oid?: string;

  @Code(CashTransactionTypes, TYPE)
  transactionType?: CashTransactionType;

  @Identifier({ ...ID, description: SOURCE, example: '4711' })
  sourceId?: string | null;

  @Identifier({ ...ID, description: TARGET, example: 'RA1B2C3D4E' })
  targetId?: string | null;

  @Text({ ...TEXT, description: 'Where the money comes from', example: 'First Bank 0001' })
  sourceDescription?: string | null;

  @Text({ ...TEXT, description: 'Where the money goes', example: 'Jane first' })
  targetDescription?: string | null;

  @Amount({ ...AMOUNT, moreThanMin: true })
  amount?: Money;

  @Amount({ ...AMOUNT, example: '0.00' })
  accountFees?: Money;

  @Code(RepeatTypes, { description: REPEAT })
  repeatType?: RepeatType;

  @IsoDate({ description: START, example: '2026-11-30' })
  processDate?: LocalDate;

  @Digits({ ...INTERVAL, nullable: true, check: counted(0, MAX_REPORTED) })
  repeatInterval?: string | null;

  @Digits({ ...OFFSET, nullable: true, check: counted(0, MAX_REPORTED) })
  repeatOffset?: string | null;

  @IsoDate({ nullable: true, description: 'Last day for a transfer', example: '2026-12-31' })
  endDate?: LocalDate | null;

  @Code(EndDateChoices, {
    nullable: true,
    description: 'How the series ends',
    example: 'transfersInfinite',
  })
  endDateChoice?: EndDateChoice | null;

  @Digits({ ...YEAR, nullable: true })
  iraContributionYear?: string | null;

  @Code(DistributionReasons, { ...DISTRIBUTION, nullable: true })
  distributionReasonCode?: DistributionReason | null;

  @Code(WithholdingTypes, { nullable: true, description: 'How federal taxes are withheld' })
  fedWithholdType?: WithholdingType | null;

  @DecimalString({ ...WITHHELD, nullable: true, example: '10.00' })
  fedWithholdAmount?: string | null;

  @Code(WithholdingTypes, { nullable: true, description: 'How state taxes are withheld' })
  stateWithholdType?: WithholdingType | null;

  @DecimalString({ ...WITHHELD, nullable: true, example: '3.00' })
  stateWithholdAmount?: string | null;

  @Identifier({ ...ID, description: 'Id of its series', example: '638674315177595' })
  repeatCashTransactionOid?: string | null;

  @Code(CashTransactionStatuses, { description: 'How far it has come' })
  status?: CashTransactionStatus;

  @Text({ ...TEXT, ...WHY })
  cancelReason?: string | null;

  @Code(CancelReasons, { nullable: true, description: 'Why it was cancelled', example: '8' })
  cancelReasonCode?: CancelReason | null;

  @Text({ ...TEXT, description: 'Registered owner of the account', example: 'Jane Doe' })
  accountRegistration?: string | null;

  @IsoTimestamp({ past: true, description: 'When the transaction was created' })
  createDateTime?: Timestamp;
}

/** Response of GET: every field, null if there is no value ([cash.get]). */
export class CashTransactionResponse extends ResponseOf(CashTransactionDto) {}

/** Query of `GET …/cashtransactions` ([cash.list]); `readFilter` has the rules. */
export class CashTransactionsQuery extends PageQuery {
  @Text({ min: 0, description: 'Comma-separated types', example: 'AHD,AHW' })
  transactionTypes?: string;

  @Text({ min: 0, description: 'Comma-separated statuses', example: 'PD,PR' })
  transactionStatuses?: string;

  @Text({
    min: 0,
    description:
      'Creation dates: a code, or two dates MM-dd-yyyy,MM-dd-yyyy or yyyy-MM-dd,yyyy-MM-dd',
    example: '30d',
  })
  daterange?: string;

  @PeriodBound('from', { description: 'Only transactions created at or after this time' })
  from?: string;

  @PeriodBound('to', { description: 'Only transactions created before this time' })
  to?: string;

  @Text({ min: 0, description: 'US dollars', example: '0.50' })
  minAmount?: string;

  @Text({ min: 0, description: 'US dollars', example: '5.00' })
  maxAmount?: string;
}

class CheckAddressResponse {
  @Text({ required: true, description: 'First address line', example: '350 Fifth Avenue' })
  line1!: string;

  @Text({ required: true, nullable: true, description: 'Second line', example: 'Floor 9' })
  line2!: string | null;

  @Text({ required: true, nullable: true, description: 'Third line', example: 'Dock 4' })
  line3!: string | null;

  @Text({ required: true, description: 'City', example: 'New York' })
  city!: string;

  @Text({ required: true, nullable: true, description: 'State', example: 'VA' })
  state!: string | null;

  @Text({ required: true, nullable: true, description: 'ZIP code', example: '10118' })
  zipcode!: string | null;

  @Text({ required: true, example: 'US', description: 'Country' })
  country!: string;
}

/** How to deposit a check by mail ([express-check.get]). */
export class CheckInstructionsResponse {
  @Identifier({ required: true, description: 'Account number', example: 'RA1B2C3D4E' })
  accountNumber!: string;

  @ObjectOf(() => CheckAddressResponse, { required: true, description: 'Mailing address' })
  address!: CheckAddressResponse;

  @Text({ required: true, description: 'Payee of the check', example: 'Demonstration Brokerage' })
  payableTo!: string;

  @Digits({
    length: 4,
    description: 'IRA only: tax year of the contribution',
    example: '2026',
    answered: 'maybe',
  })
  contributionYear?: string;
}

/** `erased` if all texts are gone. Texts of a joint account may return with its next event. */
export function formOf(transaction: CashTransactionDocument): Form | undefined {
  const { sourceDescription, targetDescription, accountRegistration, cancelReason } = transaction;
  const text = sourceDescription ?? targetDescription ?? accountRegistration ?? cancelReason;
  return transaction.erased && text === undefined ? 'erased' : undefined;
}

export function toCashTransactionResponse(
  transaction: CashTransactionDocument,
): CashTransactionResponse {
  return {
    oid: transaction.oid,
    transactionType: transaction.transactionType,
    sourceId: transaction.sourceId ?? null,
    targetId: transaction.targetId ?? null,
    sourceDescription: transaction.sourceDescription ?? null,
    targetDescription: transaction.targetDescription ?? null,
    amount: transaction.amount,
    accountFees: transaction.accountFees,
    repeatType: transaction.repeatType,
    processDate: transaction.processDate,
    repeatInterval: transaction.repeatInterval ?? null,
    repeatOffset: transaction.repeatOffset ?? null,
    endDate: transaction.endDate ?? null,
    endDateChoice: transaction.endDateChoice ?? null,
    iraContributionYear: transaction.iraContributionYear ?? null,
    distributionReasonCode: transaction.distributionReasonCode ?? null,
    fedWithholdType: transaction.fedWithholdType ?? null,
    fedWithholdAmount: transaction.fedWithholdAmount ?? null,
    stateWithholdType: transaction.stateWithholdType ?? null,
    stateWithholdAmount: transaction.stateWithholdAmount ?? null,
    repeatCashTransactionOid: transaction.repeatCashTransactionOid ?? null,
    status: transaction.status,
    cancelReason: transaction.cancelReason ?? null,
    cancelReasonCode: transaction.cancelReasonCode ?? null,
    accountRegistration: transaction.accountRegistration ?? null,
    createDateTime: wireTimestamp(transaction.createDateTime),
  };
}
