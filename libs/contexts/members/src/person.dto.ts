import {
  Bool,
  type FieldOptions,
  IsoDateOrTimestamp,
  ListOfText,
  Text,
  type TextOptions,
} from '#libs/platform/http';
import { ageAt, businessDate, FieldCode, LOGIN_ID, mustBe } from '#libs/platform/kernel';
import { isUsState } from '#libs/contexts/codes';
import { isZipCode, type Address, isPersonName } from './person.js';

/** A field that null or an empty text clears; trimmed. */
export const optional = { nullable: true, trim: true } as const;

/** A single line of text, trimmed. */
export function Line(max: number, description: string, options: TextOptions = {}) {
  return Text(description, { trim: true, printable: 'line', max, ...options });
}

export const LoginId = Text('3 to 64 letters, digits and . _ - @ +', {
  required: true,
  trim: true,
  max: 64,
  pattern: LOGIN_ID,
  hint: '3 to 64 letters, digits and . _ - @ +',
});

function personName(max: number, options: FieldOptions<string>): PropertyDecorator {
  const letters =
    'letters, joiners between them, spaces, hyphens, periods, middle dots and apostrophes';
  return Line(max, `At most ${max} ${letters}`, {
    ...options,
    check: (name) =>
      isPersonName(name)
        ? undefined
        : { code: FieldCode.Value, message: mustBe(`a text of ${letters}`) },
  });
}

/** Names of a person ([member.names]). */
export const FirstName = personName(20, { required: true });

export const MiddleName = personName(20, {});

export const LastName = personName(35, { required: true });

/** A greater age is taken for a typo. */
const MAX_AGE = 130;

/** The date of birth of a living person. */
export const DateOfBirth = IsoDateOrTimestamp('Date of birth; date or timestamp', {
  required: true,
  trim: true,
  check: (date, now) => {
    const today = businessDate(now);
    if (date <= today && ageAt(date, today) <= MAX_AGE) return undefined;
    const message = mustBe(`a date not in the future, at most ${MAX_AGE} years ago`);
    return { code: FieldCode.Date, message };
  },
});

const UNITED_STATES = ['US', 'USA', 'UNITED STATES'];

/** Normalizes a country: upper case, with the United States as `US`. */
export function keptCountry(sent: string): string {
  const country = sent.toUpperCase();
  return UNITED_STATES.includes(country) ? 'US' : country;
}

/** Ties to the industry and to listed companies ([member.finra], [member.directorOrTenPercentShareholderCompany]). */
export const FinraAffiliated = Bool('Affiliated with a FINRA member', { nullable: true });

export const FinraCompany = Line(100, 'Required if finraAffiliated is true', optional);

export const DirectorOrTenPercentShareholder = Bool(
  'Director or ten percent shareholder of a listed company',
  { nullable: true },
);

export const DirectorOrTenPercentShareholderCompany = ListOfText(
  'Tickers, as a list or separated by commas; each is excluded on the accounts',
  { nullable: true, commaSeparated: true, max: 100 },
);

/** What a response says of a tax id. */
export const MASKED_TAX_ID = 'Masked except for the last four digits; unmasked for entitled firms';

/** Whether an address is in the US; also true if the country is missing or invalid. */
const isDomestic = ({ country = 'US' }: Partial<Address>): boolean => country === 'US';

/** Maximum lengths of a ZIP code, and of a postal code abroad. */
const [ZIP, POSTAL_CODE] = [10, 20];

const COUNTRY = /^[A-Za-z .-]{2,40}$/;

const country = {
  trim: true,
  max: 40,
  pattern: COUNTRY,
  min: 2,
  hint: 'a text of letters, spaces, periods and hyphens',
  kept: keptCountry,
  description: 'Defaults to US',
  example: 'US',
} as const;

/** Fields that depend on the country: required in the US. */
const local = { required: isDomestic, answered: 'maybe' } as const;

/** A postal address ([member.addresses]). */
export class AddressDto implements Address {
  @Line(100, 'First line of the street address', { required: true, example: '101 Howard Ln' })
  line1!: string;

  @Line(100, 'Second line', { example: 'Floor 9', answered: 'maybe' })
  line2?: string;

  @Line(60, 'City', { required: true, example: 'Atlanta' })
  city!: string;

  // must precede the fields that depend on it
  @Text(country)
  country = 'US';

  @Line(40, 'Two letters in the US', {
    ...local,
    example: 'GA',
    check: (state, _now, address) => {
      if (!isDomestic(address) || isUsState(state)) return undefined;
      return { code: FieldCode.Choice, message: mustBe('a US state, such as NY') };
    },
  })
  state?: string;

  @Line(POSTAL_CODE, 'ZIP code', {
    ...local,
    example: '30301',
    check: (code, _now, address) => {
      if (!isDomestic(address) || isZipCode(code)) return undefined;
      return code.length > ZIP
        ? { code: FieldCode.Length, message: mustBe(`at most ${ZIP} characters long`) }
        : { code: FieldCode.Value, message: mustBe('a ZIP code, such as 12345 or 12345-6789') };
    },
  })
  zipcode?: string;
}

/** A street address in the US. */
export class StreetAddressDto extends AddressDto {
  @Text({
    ...country,
    check: (sent) =>
      keptCountry(sent) === 'US' ? undefined : { code: FieldCode.Choice, message: mustBe('US') },
  })
  override country = 'US';
}

/** The address checks are sent to, with a third line. */
export class DepositAddressDto extends AddressDto {
  @Line(100, 'Third line', { example: 'Dock 4', answered: 'maybe' })
  line3?: string;
}

/** An optional address; forms send all keys of one that was not filled in, which counts as absent. */
export const optionalAddress = { blankWithout: { country: COUNTRY } } as const;

/** Example of a US address. */
export const STREET_ADDRESS = {
  line1: '350 Fifth Avenue',
  city: 'New York',
  state: 'NY',
  zipcode: '10118',
  country: 'US',
};
