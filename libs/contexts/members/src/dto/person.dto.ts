import { ObjectOf, SecretDigits } from '#libs/platform/http';
import { Citizenships, type Secret, Suffixes, Titles } from '#libs/platform/kernel';
import type { IdentityInput, ResidenceInput, SalutationInput, SentValue } from '../domain/index.js';
import { AddressDto } from './address.dto.js';
import { CodeText, DateText, Plain } from './fields.js';

/** What members and trustees have in common ([member.create], [trustee.create]). */
export class PersonDto implements IdentityInput, SalutationInput, ResidenceInput {
  @Plain('3 to 64 letters, digits and . _ - @ +', true)
  loginId?: SentValue<string>;

  @CodeText(Titles, 'Form of address', { forgiven: 'case and full stops' })
  title?: SentValue<string>;

  @Plain('At most 20 letters, blanks, hyphens, full stops and apostrophes', true)
  firstName?: SentValue<string>;

  @Plain('At most 20 letters, blanks, hyphens, full stops and apostrophes')
  middleName?: SentValue<string>;

  @Plain('At most 35 letters, blanks, hyphens, full stops and apostrophes', true)
  lastName?: SentValue<string>;

  @CodeText(Suffixes, 'Suffix of the name', { forgiven: 'case and full stops' })
  suffix?: SentValue<string>;

  @DateText('Day of birth; date or timestamp', true)
  dateOfBirth?: SentValue<string>;

  @Plain('Primary e-mail address', true)
  email1?: SentValue<string>;

  @Plain('Secondary e-mail address')
  email2?: SentValue<string>;

  @Plain('Telephone by day')
  dayTelephone?: SentValue<string>;

  @Plain('Telephone in the evening')
  eveningTelephone?: SentValue<string>;

  @ObjectOf(() => AddressDto, { nullable: true, description: 'A US street address' })
  primaryAddress?: SentValue<AddressDto>;

  @ObjectOf(() => AddressDto, {
    nullable: true,
    description: 'Address for mail, if not the primary one',
  })
  mailingAddress?: SentValue<AddressDto>;

  @CodeText(Citizenships, 'Citizenship')
  citizenship?: SentValue<string>;

  @Plain('ISO 3166 code of two letters; a member without it resides in the US')
  residenceCountry?: SentValue<string>;
}

/** Body of `POST /restapi/trustees`. */
export class CreateTrusteeDto extends PersonDto {
  @SecretDigits({
    length: 9,
    nullable: true,
    description: 'SSN or ITIN, nine digits',
    example: '078051120',
  })
  tid?: SentValue<Secret>;
}
