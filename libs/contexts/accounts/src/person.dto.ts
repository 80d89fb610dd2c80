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
  @Text({ ...salutation, description: 'Form of address', example: 'Ms.' })
  title?: string;

  @Text({ ...name, required: true, description: 'First name', example: 'Tom' })
  firstName!: string;

  @Text({ ...name, required: true, description: 'Last name', example: 'Doe' })
  lastName!: string;

  @Text({ ...salutation, description: 'Suffix of the name', example: 'Jr.' })
  suffix?: string;

  @Email({ required: true, description: 'E-mail address', example: 'tom@example.com' })
  email!: string;

  @Phone({ required: true, description: 'Telephone', example: '555-123-4567' })
  telephone!: string;

  @Code(ContactRelationships, { description: 'Relationship to the owner', example: 'F' })
  relationship?: string;
}

/** Common fields of beneficiaries and minors. */
class NamedPersonBody {
  @Text({ ...salutation, description: 'Form of address', example: 'Ms.' })
  title?: string;

  @Text({ ...name, required: true, description: 'First name', example: 'Tom' })
  firstName!: string;

  @Text({ ...name, description: 'Middle name', example: 'Ann' })
  middleName?: string;

  @Text({ ...name, required: true, description: 'Last name', example: 'Doe' })
  lastName!: string;

  @Text({ ...salutation, description: 'Suffix of the name', example: 'Jr.' })
  suffix?: string;

  @IsoDateOrTimestamp({
    required: true,
    past: true,
    description: 'Date of birth',
    example: '1980-05-17T00:00:00.000+00:00',
  })
  dateOfBirth!: LocalDate;

  @PersonTaxId({
    required: true,
    alias: 'SSN',
    description: 'Social security number',
    example: '078051121',
  })
  ssn!: Secret;
}

/** Specification, "Beneficiary object". */
export class BeneficiaryBody extends NamedPersonBody {
  @Code(BeneficiaryRelationships, {
    required: true,
    description: 'Relationship to the owner',
    example: 'S',
  })
  relationship!: string;

  @DecimalString({
    required: true,
    min: '0.01',
    max: '100',
    decimals: 2,
    kept: (share) => Percent.of(share).toString(2),
    description: 'Percent; the shares of a list add up to 100',
    example: '100',
  })
  sharePct!: string;

  @Code(Citizenships, { description: 'Citizenship', example: 'C' })
  citizenship?: string;
}

/** A beneficiary in an update; the tax number may be masked, as a read shows it. */
export class UpdatedBeneficiaryBody extends BeneficiaryBody {
  @PersonTaxId({
    required: true,
    acceptMask: true,
    alias: 'SSN',
    description: 'Social security number, or its mask if the person is already on the account',
    example: '078051121',
  })
  override ssn!: Secret;
}

/** Specification, "Minor object". */
export class MinorBody extends NamedPersonBody {
  @Code(Citizenships, { required: true, description: 'Citizenship', example: 'C' })
  citizenship!: string;

  @Code(UsStates, {
    required: true,
    description: 'State of current or last residence',
    example: 'NY',
  })
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
