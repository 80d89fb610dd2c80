import {
  Code,
  Email,
  IsoDateOrTimestamp,
  Phone,
  DecimalString,
  SecretDigits,
  Text,
} from '#libs/platform/http';
import {
  BeneficiaryRelationships,
  Citizenships,
  codesOf,
  ContactRelationships,
  FieldCode,
  isPersonTaxId,
  isPrintable,
  type Secret,
  Suffixes,
  Titles,
  UsStates,
} from '#libs/platform/kernel';

const printable = (text: string): string | undefined =>
  isPrintable(text) ? undefined : FieldCode.Value;
const taxId = (secret: Secret): string | undefined =>
  isPersonTaxId(secret.reveal() ?? '') ? undefined : FieldCode.Value;

/** Names of contacts, beneficiaries and minors: free text, unlike those of members. */
const name = { max: 40, trim: true, check: printable };
const ssn = { length: 9, check: taxId, description: 'Social security number' };

/** Specification, "Trusted contact object". */
export class TrustedContactBody {
  @Text({ ...name, required: true })
  firstName!: string;

  @Text({ ...name, required: true })
  lastName!: string;

  @Email({ required: true })
  email!: string;

  @Phone({ required: true })
  telephone!: string;

  @Code(codesOf(ContactRelationships))
  relationship?: string;
}

/** Specification, "Beneficiary object". */
export class BeneficiaryBody {
  @Code(codesOf(Titles), { ignoreCase: true })
  title?: string;

  @Text({ ...name, required: true })
  firstName!: string;

  @Text(name)
  middleName?: string;

  @Text({ ...name, required: true })
  lastName!: string;

  @Code(codesOf(Suffixes), { ignoreCase: true })
  suffix?: string;

  @Code(codesOf(BeneficiaryRelationships), { required: true })
  relationship!: string;

  @IsoDateOrTimestamp({ required: true })
  dateOfBirth!: string;

  @SecretDigits({ ...ssn, required: true })
  ssn!: Secret;

  @DecimalString({
    required: true,
    min: '0.01',
    max: '100',
    scale: 2,
    description: 'Percent; the shares of one list add up to 100',
  })
  sharePct!: string;

  @Code(codesOf(Citizenships))
  citizenship?: string;
}

/** Specification, "Minor object". */
export class MinorBody {
  @Code(codesOf(Titles), { ignoreCase: true })
  title?: string;

  @Text({ ...name, required: true })
  firstName!: string;

  @Text(name)
  middleName?: string;

  @Text({ ...name, required: true })
  lastName!: string;

  @Code(codesOf(Suffixes), { ignoreCase: true })
  suffix?: string;

  @IsoDateOrTimestamp({ required: true })
  dateOfBirth!: string;

  @SecretDigits({ ...ssn, required: true })
  ssn!: Secret;

  @Code(codesOf(Citizenships), { required: true })
  citizenship!: string;

  @Code(codesOf(UsStates), { required: true, description: 'State of residence or last residence' })
  state!: string;
}
