import {
  Code,
  DecimalString,
  Email,
  IsoDateOrTimestamp,
  PersonTaxId,
  Phone,
  ResponseOf,
  Text,
} from '#libs/platform/http';
import { type LocalDate, Percent, type Secret } from '#libs/platform/kernel';
import { BeneficiaryRelationships, ContactRelationships } from './account-state.js';
import { Citizenships, UsStates } from '#libs/contexts/codes';

/** Names of contacts, beneficiaries and minors are free text, unlike those of members. */
const name = { max: 40, trim: true, printable: 'line' } as const;

const salutation = { max: 20, trim: true, printable: 'line' } as const;

/** Specification, "Trusted contact object". */
export class TrustedContactBody {
  @Text('Form of address', { ...salutation, example: 'Ms.' })
  title?: string;

  @Text('First name', { ...name, required: true, example: 'Tom' })
  firstName!: string;

  @Text('Last name', { ...name, required: true, example: 'Doe' })
  lastName!: string;

  @Text('Suffix of the name', { ...salutation, example: 'Jr.' })
  suffix?: string;

  @Email('E-mail address', { required: true, example: 'tom@example.com' })
  email!: string;

  @Phone('Telephone', { required: true, example: '555-123-4567' })
  telephone!: string;

  @Code(ContactRelationships, 'Relationship to the owner', { example: 'F' })
  relationship?: string;
}

/** Common fields of beneficiaries and minors. */
class NamedPersonBody {
  @Text('Form of address', { ...salutation, example: 'Ms.' })
  title?: string;

  @Text('First name', { ...name, required: true, example: 'Tom' })
  firstName!: string;

  @Text('Middle name', { ...name, example: 'Ann' })
  middleName?: string;

  @Text('Last name', { ...name, required: true, example: 'Doe' })
  lastName!: string;

  @Text('Suffix of the name', { ...salutation, example: 'Jr.' })
  suffix?: string;

  @IsoDateOrTimestamp('Date of birth', {
    required: true,
    past: true,
    example: '1980-05-17T00:00:00.000+00:00',
  })
  dateOfBirth!: LocalDate;

  @PersonTaxId('Social security number', { required: true, alias: 'SSN', example: '078051121' })
  ssn!: Secret;
}

/** Specification, "Beneficiary object". */
export class BeneficiaryBody extends NamedPersonBody {
  @Code(BeneficiaryRelationships, 'Relationship to the owner', { required: true, example: 'S' })
  relationship!: string;

  @DecimalString('Percent; the shares of a list add up to 100', {
    required: true,
    min: '0.01',
    max: '100',
    decimals: 2,
    kept: (share) => Percent.of(share).toString(2),
    example: '100',
  })
  sharePct!: string;

  @Code(Citizenships, 'Citizenship', { example: 'C' })
  citizenship?: string;
}

/** A beneficiary in an update; the tax number may be masked, as a read shows it. */
export class UpdatedBeneficiaryBody extends BeneficiaryBody {
  @PersonTaxId('Social security number, or its mask if the person is already on the account', {
    required: true,
    acceptMask: true,
    alias: 'SSN',
    example: '078051121',
  })
  override ssn!: Secret;
}

/** Specification, "Minor object". */
export class MinorBody extends NamedPersonBody {
  @Code(Citizenships, 'Citizenship', { required: true, example: 'C' })
  citizenship!: string;

  @Code(UsStates, 'State of current or last residence', { required: true, example: 'NY' })
  state!: string;
}

/** A trusted contact as GET returns it. */
export class TrustedContactResponse extends ResponseOf(TrustedContactBody, {
  optional: 'maybe',
  relationship: 'orNull',
}) {}

/** A beneficiary as GET returns it; the tax number is masked except for firms that may see it. */
export class BeneficiaryResponse extends ResponseOf(BeneficiaryBody, { optional: 'orNull' }) {}

/** A minor as GET returns it; the tax number as for beneficiaries. */
export class MinorResponse extends ResponseOf(MinorBody, { optional: 'orNull' }) {}
