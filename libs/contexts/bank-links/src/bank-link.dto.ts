import {
  Amount,
  Bool,
  BoolOrWord,
  Code,
  Digits,
  Identifier,
  IsoTimestamp,
  ListOfText,
  SecretDigits,
  Text,
} from '#libs/platform/http';
import { FieldCode, type Money, type Secret, wireTimestamp } from '#libs/platform/kernel';
import {
  type BankAccountType,
  BankAccountTypes,
  BankLinkStatuses,
  isRoutingNumber,
} from '#libs/contexts/codes';
import type { BankLinkDocument } from './bank-link.document.js';
import type { NewBankLink } from './bank-link.events.js';
import { Operation, type OperationInput, statusAt } from './bank-link.js';

/** Maximum length of `nameOnAccount` and `bankName` (own rule). */
const MAX_NAME = 70;

const NAME = { trim: true, max: MAX_NAME, printable: 'line' } as const;

/** A name in a response: null once the owner's data is erased. */
const SHOWN = { required: true, nullable: true, max: MAX_NAME };

const operation = (op: Operation) => ({ required: true, description: op, example: op });

const OWNER = 'Login id of an owner of the account';

/** Body of `POST …/achbanklinks` ([bank-link.create]). */
export class CreateBankLinkDto implements NewBankLink {
  @Code(BankAccountTypes, 'Kind of bank account', { required: true, example: 'C' })
  accountType!: BankAccountType;

  @SecretDigits('Shown as the last four digits', {
    required: true,
    min: 4,
    max: 17,
    example: '123456789',
  })
  bankAccountNumber!: Secret;

  @Digits('ABA routing number', {
    length: 9,
    required: true,
    check: (number) =>
      isRoutingNumber(number)
        ? undefined
        : { code: FieldCode.Value, message: 'It is no routing number: its check digit is wrong.' },
    example: '021000021',
  })
  routingNumber!: string;

  @Identifier(OWNER, { required: true, example: 'jane.doe' })
  ownerLoginId!: string;

  @Text('Name on the bank account', { ...NAME, required: true, example: 'Jane Doe' })
  nameOnAccount!: string;

  @Text('Name of the bank', { ...NAME, required: true, example: 'First Bank' })
  bankName!: string;
}

/** Response of GET ([bank-link.get], [bank-link.status]). */
export class BankLinkResponse {
  @Identifier('Id of the bank link', { example: '4711' })
  bankLinkOid!: string;

  @Identifier('Account number', { example: 'RA1B2C3D4E' })
  accountNumber!: string;

  @Identifier(OWNER, { example: 'jane.doe' })
  ownerLoginId!: string;

  @Code(BankAccountTypes, 'Type of the bank account')
  accountType!: string;

  @Text('The last four digits', { max: 4, example: '6789' })
  bankAccountNumber!: string;

  @Text('ABA routing number', { nullable: true, example: '021000021' })
  routingNumber!: string | null;

  @Text('Name on the bank account', { ...SHOWN, example: 'Jane Doe' })
  nameOnAccount!: string | null;

  @Text('Name of the bank', { ...SHOWN, example: 'First Bank' })
  bankName!: string | null;

  @Code(BankLinkStatuses, 'Whether it can be used')
  status!: string;

  @Bool('Whether the link is verified')
  verifyStatus!: boolean;

  @BoolOrWord(['na'], 'Verified by micro-deposits; na: by the owner')
  mdverify!: boolean | string;

  @IsoTimestamp('When it was created', { example: '2026-03-02T15:00:00.000+00:00' })
  creationDate!: string;
}

/** Body of a cancellation ([bank-link.cancellation]). */
export class CancelBankLinkDto implements OperationInput {
  @Identifier('Id in the path', { required: true, example: '4711' })
  bankLinkOid!: string;

  @Code(['D'], 'D cancels the link', { required: true, example: 'D' })
  status!: string;

  @Text(operation(Operation.Cancel))
  op!: string;

  @Identifier(OWNER, { required: true, example: 'jane.doe' })
  ownerLoginId!: string;
}

/** Body of a verification ([bank-link.verify]). */
export class VerifyMicroDepositsDto implements OperationInput {
  @Identifier('Id in the path', { required: true, example: '4711' })
  bankLinkOid!: string;

  @Amount('One of the amounts', { required: true, min: '0', example: '0.12' })
  md1!: Money;

  @Amount('The other one', { required: true, min: '0', example: '0.31' })
  md2!: Money;

  @Text(operation(Operation.VerifyMicroDeposits))
  op?: string;

  @Identifier(OWNER, { required: true, example: 'jane.doe' })
  ownerLoginId!: string;
}

/** Body of `POST …/verify/{oid}/ownerverification`. */
export class VerifyOwnerDto implements OperationInput {
  @Identifier('Id in the path', { required: true, example: '4711' })
  bankLinkOid!: string;

  @Text(operation(Operation.VerifyOwner))
  op!: string;

  @Identifier(OWNER, { required: true, example: 'jane.doe' })
  ownerLoginId!: string;
}

/** Response to a successful verification ([bank-link.verified]). */
export class BankLinkVerificationResponse {
  @Identifier('Id of the bank link', { example: '4711' })
  bankLinkOid!: string;

  @Bool('Whether the link is verified')
  verifyStatus!: boolean;
}

/** The amounts sent, for the back office ([back-office.microdeposits]). */
export class MicroDepositsDto {
  @ListOfText('US dollars, decimal strings', {
    required: true,
    min: 2,
    max: 2,
    example: ['0.12', '0.31'],
  })
  amounts!: readonly string[];
}

/**
 * Converts a document to the response of GET ([bank-link.get], [bank-link.status]). `mdverify` is true once micro-deposits are
 * confirmed, false before, `na` for a link verified by its owner.
 * @param now ISO-8601 UTC; decides whether micro-deposits have expired
 */
export function toBankLinkResponse(link: BankLinkDocument, now: string): BankLinkResponse {
  const { verification } = link;
  return {
    bankLinkOid: link.bankLinkOid,
    accountNumber: link.accountNumber,
    ownerLoginId: link.ownerLoginId,
    accountType: link.accountType,
    bankAccountNumber: link.bankAccountNumber.masked.slice(-4),
    routingNumber: link.routingNumber ?? null,
    nameOnAccount: link.nameOnAccount ?? null,
    bankName: link.bankName ?? null,
    status: statusAt(link, now),
    verifyStatus: verification !== undefined,
    mdverify: verification === 'owner' ? 'na' : verification === 'microDeposits',
    creationDate: wireTimestamp(link.createdAt),
  };
}

/** The entity tag; none once the status has changed by time alone. */
export function bankLinkRevision(link: BankLinkDocument, now: string): number | undefined {
  return statusAt(link, now) === link.status ? link.revision : undefined;
}
