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

  @Identifier(`${SOURCE}; the account may be omitted`, {
    required: ({ transactionType }: RequestFields) => transactionType === 'AHD',
    example: '4711',
  })
  sourceId?: string;

  @Identifier(`${TARGET}; the account may be omitted`, {
    required: ({ transactionType }: RequestFields) =>
      transactionType === 'AHW' || transactionType === 'WIW',
    example: 'RA1B2C3D4E',
  })
  targetId?: string;

  @Amount({ ...AMOUNT, required: true, moreThanMin: true })
  amount!: Money;

  @IsoDate(START, { required: true, example: '2026-11-30' })
  processDate!: LocalDate;

  @Code(RepeatTypes, `${REPEAT}. Default: O`)
  repeatType: RepeatType = 'O';

  @Digits({ ...INTERVAL, check: counted(1, 99) })
  repeatInterval?: string;

  @Digits({
    ...OFFSET,
    check: (digits, _now, { repeatType = 'O' }: RequestFields) =>
      repeatType === 'O' ? undefined : counted(1, MAX_OFFSET[repeatType])(digits),
  })
  repeatOffset?: string;

  @IsoDate('Last day for a transfer', { example: '2026-12-31' })
  endDate?: LocalDate;

  @Code(EndDateChoices, 'Default: based on endDate', { example: 'transfersInfinite' })
  endDateChoice?: EndDateChoice;

  @Digits('With transfersMaxNumOf; determines the end date', { max: 9, check: counted(1, 999) })
  maxNumOfTransfers?: string;

  @Digits(YEAR)
  iraContributionYear?: string;

  @Code(DistributionReasons, DISTRIBUTION)
  distributionReasonCode?: DistributionReason;

  @Code(WithholdingTypes, 'How federal taxes are withheld')
  fedWithholdType?: WithholdingType;

  @DecimalString({ ...WITHHELD, example: '10.00' })
  fedWithholdAmount?: string;

  @Code(WithholdingTypes, 'How state taxes are withheld')
  stateWithholdType?: WithholdingType;

  @DecimalString({ ...WITHHELD, example: '3.00' })
  stateWithholdAmount?: string;
}

type Cancellation = CancelTransaction['input'];

/** Body of `PUT …/cashtransactions/{oid}`: cancels a pending transaction ([cash.cancel]). */
export class CancelCashTransactionDto implements Cancellation {
  @Code(CancelReasons, 'Why it is cancelled', { errorCode: '9049', required: true, example: '8' })
  cancelReasonCode!: CancelReason;

  @Text({ ...LINE, ...WHY })
  cancelReason?: string;

  @Bool('For a repeating transaction: cancel the whole series')
  cancelSeriesFlag?: boolean;
}

/** Body of the back office's PUT ([back-office.cashtransactions]). */
export class CashTransactionDto implements ReportInput {
  @Identifier('Id in the path', { example: '9021' })
  oid?: string;

  @Code(CashTransactionTypes, TYPE)
  transactionType?: CashTransactionType;

  @Identifier(SOURCE, { ...ID, example: '4711' })
  sourceId?: string | null;

  @Identifier(TARGET, { ...ID, example: 'RA1B2C3D4E' })
  targetId?: string | null;

  @Text('Where the money comes from', { ...TEXT, example: 'First Bank 0001' })
  sourceDescription?: string | null;

  @Text('Where the money goes', { ...TEXT, example: 'Jane first' })
  targetDescription?: string | null;

  @Amount({ ...AMOUNT, moreThanMin: true })
  amount?: Money;

  @Amount({ ...AMOUNT, example: '0.00' })
  accountFees?: Money;

  @Code(RepeatTypes, REPEAT)
  repeatType?: RepeatType;

  @IsoDate(START, { example: '2026-11-30' })
  processDate?: LocalDate;

  @Digits({ ...INTERVAL, nullable: true, check: counted(0, MAX_REPORTED) })
  repeatInterval?: string | null;

  @Digits({ ...OFFSET, nullable: true, check: counted(0, MAX_REPORTED) })
  repeatOffset?: string | null;

  @IsoDate('Last day for a transfer', { nullable: true, example: '2026-12-31' })
  endDate?: LocalDate | null;

  @Code(EndDateChoices, 'How the series ends', { nullable: true, example: 'transfersInfinite' })
  endDateChoice?: EndDateChoice | null;

  @Digits({ ...YEAR, nullable: true })
  iraContributionYear?: string | null;

  @Code(DistributionReasons, { ...DISTRIBUTION, nullable: true })
  distributionReasonCode?: DistributionReason | null;

  @Code(WithholdingTypes, 'How federal taxes are withheld', { nullable: true })
  fedWithholdType?: WithholdingType | null;

  @DecimalString({ ...WITHHELD, nullable: true, example: '10.00' })
  fedWithholdAmount?: string | null;

  @Code(WithholdingTypes, 'How state taxes are withheld', { nullable: true })
  stateWithholdType?: WithholdingType | null;

  @DecimalString({ ...WITHHELD, nullable: true, example: '3.00' })
  stateWithholdAmount?: string | null;

  @Identifier('Id of its series', { ...ID, example: '638674315177595' })
  repeatCashTransactionOid?: string | null;

  @Code(CashTransactionStatuses, 'How far it has come')
  status?: CashTransactionStatus;

  @Text({ ...TEXT, ...WHY })
  cancelReason?: string | null;

  @Code(CancelReasons, 'Why it was cancelled', { nullable: true, example: '8' })
  cancelReasonCode?: CancelReason | null;

  @Text('Registered owner of the account', { ...TEXT, example: 'Jane Doe' })
  accountRegistration?: string | null;

  @IsoTimestamp('When the transaction was created', { past: true })
  createDateTime?: Timestamp;
}

/** Response of GET: every field, null if there is no value ([cash.get]). */
export class CashTransactionResponse extends ResponseOf(CashTransactionDto) {}

/** Query of `GET …/cashtransactions` ([cash.list]); `readFilter` has the rules. */
export class CashTransactionsQuery extends PageQuery {
  @Text('Comma-separated types', { min: 0, example: 'AHD,AHW' })
  transactionTypes?: string;

  @Text('Comma-separated statuses', { min: 0, example: 'PD,PR' })
  transactionStatuses?: string;

  @Text('Creation dates: a code, or two dates MM-dd-yyyy,MM-dd-yyyy or yyyy-MM-dd,yyyy-MM-dd', {
    min: 0,
    example: '30d',
  })
  daterange?: string;

  @PeriodBound('from', 'Only transactions created at or after this time')
  from?: string;

  @PeriodBound('to', 'Only transactions created before this time')
  to?: string;

  @Text('US dollars', { min: 0, example: '0.50' })
  minAmount?: string;

  @Text('US dollars', { min: 0, example: '5.00' })
  maxAmount?: string;
}

class CheckAddressResponse {
  @Text('First address line', { required: true, example: '350 Fifth Avenue' })
  line1!: string;

  @Text('Second line', { required: true, nullable: true, example: 'Floor 9' })
  line2!: string | null;

  @Text('Third line', { required: true, nullable: true, example: 'Dock 4' })
  line3!: string | null;

  @Text('City', { required: true, example: 'New York' })
  city!: string;

  @Text('State', { required: true, nullable: true, example: 'VA' })
  state!: string | null;

  @Text('ZIP code', { required: true, nullable: true, example: '10118' })
  zipcode!: string | null;

  @Text('Country', { required: true, example: 'US' })
  country!: string;
}

/** How to deposit a check by mail ([express-check.get]). */
export class CheckInstructionsResponse {
  @Identifier('Account number', { required: true, example: 'RA1B2C3D4E' })
  accountNumber!: string;

  @ObjectOf(() => CheckAddressResponse, 'Mailing address', { required: true })
  address!: CheckAddressResponse;

  @Text('Payee of the check', { required: true, example: 'Demonstration Brokerage' })
  payableTo!: string;

  @Digits('IRA only: tax year of the contribution', {
    length: 4,
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
