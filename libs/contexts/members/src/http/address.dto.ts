import { Text } from '#libs/platform/http';
import { FieldCode, isUsState, isZipCode } from '#libs/platform/kernel';
import type { Address } from '../domain/index.js';
import { keptCountry, Line } from './fields.js';

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
  hint: 'letters, spaces, periods and hyphens',
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
      return { code: FieldCode.Choice, hint: 'a US state, such as NY' };
    },
  })
  state?: string;

  @Line(POSTAL_CODE, 'ZIP code', {
    ...local,
    example: '30301',
    check: (code, _now, address) => {
      if (!isDomestic(address) || isZipCode(code)) return undefined;
      return code.length > ZIP
        ? { code: FieldCode.Length, hint: `at most ${ZIP} characters` }
        : { code: FieldCode.Value, hint: 'such as 12345 or 12345-6789' };
    },
  })
  zipcode?: string;
}

/** A street address in the US. */
export class StreetAddressDto extends AddressDto {
  @Text({
    ...country,
    check: (sent) =>
      keptCountry(sent) === 'US' ? undefined : { code: FieldCode.Choice, hint: 'US' },
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
