import { ObjectOf, SecretDigits } from '#libs/platform/http';
import { Citizenships, type Secret, Suffixes, Titles } from '#libs/platform/kernel';
import type { IdentityInput, ResidenceInput, SalutationInput, Sent } from '../domain/index.js';
import { AddressDto } from './address.dto.js';
import { CodeText, DateText, Plain } from './fields.js';

/** What members and trustees have in common (decisions §4). */
export class PersonDto implements IdentityInput, SalutationInput, ResidenceInput {
  @Plain('3 to 64 letters, digits and . _ - @ +', true)
  loginId?: Sent<string>;

  @CodeText(Titles, 'Form of address', { ignoreCase: true })
  title?: Sent<string>;

  @Plain('At most 20 letters, blanks, hyphens and full stops', true)
  firstName?: Sent<string>;

  @Plain('At most 20 letters, blanks, hyphens and full stops')
  middleName?: Sent<string>;

  @Plain('At most 35 letters, blanks, hyphens and full stops', true)
  lastName?: Sent<string>;

  @CodeText(Suffixes, 'Suffix of the name', { ignoreCase: true })
  suffix?: Sent<string>;

  @DateText('Day of birth; date or timestamp', true)
  dateOfBirth?: Sent<string>;

  @Plain('Primary e-mail address', true)
  email1?: Sent<string>;

  @Plain('Secondary e-mail address')
  email2?: Sent<string>;

  @Plain('Telephone by day')
  dayTelephone?: Sent<string>;

  @Plain('Telephone in the evening')
  eveningTelephone?: Sent<string>;

  @ObjectOf(() => AddressDto, { nullable: true, description: 'A US street address' })
  primaryAddress?: Sent<AddressDto>;

  @ObjectOf(() => AddressDto, {
    nullable: true,
    description: 'Where mail is sent, if not to the primary address',
  })
  mailingAddress?: Sent<AddressDto>;

  @CodeText(Citizenships, 'Citizenship')
  citizenship?: Sent<string>;

  @Plain('ISO 3166 code of two letters; a member without it resides in the US')
  residenceCountry?: Sent<string>;
}

/** Body of `POST /restapi/trustees`. */
export class CreateTrusteeDto extends PersonDto {
  @SecretDigits({
    length: 9,
    nullable: true,
    description: 'SSN or ITIN, nine digits',
    example: '078051120',
  })
  tid?: Sent<Secret>;
}
