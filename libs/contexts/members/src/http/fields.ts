import {
  Bool,
  type FieldOptions,
  IsoDateOrTimestamp,
  ListOfText,
  Text,
  type TextOptions,
} from '#libs/platform/http';
import { ageAt, businessDate, FieldCode, isPersonName, LOGIN_ID } from '#libs/platform/kernel';

/** A field that null or an empty text clears; trimmed. */
export const optional = { nullable: true, trim: true } as const;

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
  description: '3 to 64 letters, digits and . _ - @ +',
});

function personName(max: number, options: FieldOptions<string>): PropertyDecorator {
  const letters =
    'letters, joiners between them, spaces, hyphens, periods, middle dots and apostrophes';
  return Line(max, `At most ${max} ${letters}`, {
    ...options,
    check: (name) => (isPersonName(name) ? undefined : { code: FieldCode.Value, hint: letters }),
  });
}

/** Names of a person ([member.names]). */
export const FirstName = personName(20, { required: true });
export const MiddleName = personName(20, {});
export const LastName = personName(35, { required: true });

/** A greater age is taken for a typo. */
const MAX_AGE = 130;

/** The date of birth of a living person. */
export const DateOfBirth = IsoDateOrTimestamp({
  required: true,
  trim: true,
  description: 'Date of birth; date or timestamp',
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
export const FinraCompany = Line(100, 'Required if finraAffiliated is true', optional);
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
