import { Code, Email, ObjectOf, PersonTaxId, Phone } from '#libs/platform/http';
import {
  type Citizenship,
  Citizenships,
  FieldCode,
  isCountryCode,
  type LocalDate,
  type Secret,
  type Suffix,
  Suffixes,
  type Title,
  Titles,
} from '#libs/platform/kernel';
import type { NewTrustee } from '../domain/index.js';
import { AddressDto, optionalAddress, StreetAddressDto } from './address.dto.js';
import {
  DateOfBirth,
  FirstName,
  keptCountry,
  LastName,
  Line,
  LoginId,
  MiddleName,
  optional,
} from './fields.js';

const salutation = { ...optional, forgiven: 'case and full stops' } as const;

/** What members and trustees have in common, but for what names them ([member.create], [trustee.create]). */
export class ContactDto {
  @Code(Titles, { ...salutation, description: 'Form of address' })
  title?: Title | null;

  @Code(Suffixes, { ...salutation, description: 'Suffix of the name' })
  suffix?: Suffix | null;

  @Email({ ...optional, description: 'Secondary e-mail address' })
  email2?: string | null;

  @Phone({ ...optional, description: 'Telephone by day' })
  dayTelephone?: string | null;

  @Phone({ ...optional, description: 'Telephone in the evening' })
  eveningTelephone?: string | null;

  @ObjectOf(() => AddressDto, {
    ...optionalAddress,
    nullable: true,
    description: 'Address for mail, if not the primary one',
  })
  mailingAddress?: AddressDto | null;

  @Code(Citizenships, { ...optional, description: 'Citizenship' })
  citizenship?: Citizenship | null;

  @Line(40, 'ISO 3166 code of two letters; a member without it resides in the US', {
    ...optional,
    check: (sent) => (isCountryCode(keptCountry(sent)) ? undefined : FieldCode.Choice),
    kept: keptCountry,
  })
  residenceCountry?: string | null;
}

/** Body of `POST /restapi/trustees`. */
export class CreateTrusteeDto extends ContactDto implements NewTrustee {
  @LoginId
  loginId!: string;

  @FirstName
  firstName!: string;

  @MiddleName
  middleName?: string;

  @LastName
  lastName!: string;

  @DateOfBirth
  dateOfBirth!: LocalDate;

  @PersonTaxId({ description: 'SSN or ITIN, nine digits', example: '078051120' })
  tid?: Secret;

  @Email({ required: true, trim: true, description: 'Primary e-mail address' })
  email1!: string;

  @ObjectOf(() => StreetAddressDto, { ...optionalAddress, description: 'A US street address' })
  primaryAddress?: StreetAddressDto;
}
