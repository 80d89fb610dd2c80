import {
  Bool,
  type FieldOptions,
  IsoDateOrTimestamp,
  ListOfText,
  Text,
  type TextOptions,
} from '#libs/platform/http';
import { ageAt, businessDate, FieldCode, isPersonName, LOGIN_ID } from '#libs/platform/kernel';

/** A field that null clears; blank text, which forms send, does the same. */
export const optional = { nullable: true, blankIsNull: true } as const;

/** A single line of text, trimmed. */
export function Line(
  max: number,
  description: string,
  options: TextOptions = {},
): PropertyDecorator {
  return Text({ trim: true, printable: 'line', max, description, ...options });
}

/** A new login id. */
export const LoginId = Text({
  required: true,
  trim: true,
  max: 64,
  pattern: LOGIN_ID,
  hint: '3 to 64 letters, digits and . _ - @ +',
  description: 'Login id: 3 to 64 letters, digits and . _ - @ +',
  example: 'jane.doe',
});

function personName(name: string, max: number, options: FieldOptions<string>): PropertyDecorator {
  const letters = 'letters, spaces, hyphens, periods and apostrophes';
  return Line(max, `${name}: at most ${max} ${letters}`, {
    ...options,
    check: (sent) => (isPersonName(sent) ? undefined : { code: FieldCode.Value, hint: letters }),
  });
}

/** Names of a person ([member.names]). */
export const FirstName = personName('First name', 20, { required: true, example: 'Tom' });
export const MiddleName = personName('Middle name', 20, { blankIsNull: true, example: 'Ann' });
export const LastName = personName('Last name', 35, { required: true, example: 'Doe' });

/** A greater age is taken for a typo. */
const MAX_AGE = 130;

/** The date of birth of a living person. */
export const DateOfBirth = IsoDateOrTimestamp({
  required: true,
  trim: true,
  description: 'Date of birth',
  example: '1980-05-17T00:00:00.000+00:00',
  check: (date, now) => {
    const today = businessDate(now);
    if (date <= today && ageAt(date, today) <= MAX_AGE) return undefined;
    const hint = `yyyy-MM-dd or a timestamp, not in the future, at most ${MAX_AGE} years ago`;
    return { code: FieldCode.Date, hint };
  },
});

const UNITED_STATES = ['US', 'USA', 'UNITED STATES'];

/** Normalizes a country: upper case, with the United States as `US`. */
export function keptCountry(sent: string): string {
  const country = sent.toUpperCase();
  return UNITED_STATES.includes(country) ? 'US' : country;
}

/** Ties to the industry and to listed companies ([member.finra], [member.directorOrTenPercentShareholderCompany]). */
export const FinraAffiliated = Bool({
  nullable: true,
  description: 'Affiliated with a FINRA member',
});
export const FinraCompany = Line(100, 'The FINRA member; required if finraAffiliated is true', {
  ...optional,
  example: 'Broker Inc.',
});
export const DirectorOrTenPercentShareholder = Bool({
  nullable: true,
  description: 'Director or ten percent shareholder of a listed company',
});
export const DirectorOrTenPercentShareholderCompany = ListOfText({
  nullable: true,
  commaSeparated: true,
  max: 100,
  description: 'Tickers, as a list or separated by commas; each is excluded on the accounts',
});

/** Options of a tax id in responses. */
export const taxId = {
  description: 'Masked except for the last four digits; unmasked for entitled firms',
};
