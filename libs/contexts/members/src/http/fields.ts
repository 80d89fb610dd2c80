import {
  Bool,
  type FieldOptions,
  IsoDateOrTimestamp,
  ListOfText,
  Text,
  type TextOptions,
} from '#libs/platform/http';
import { ageAt, businessDate, FieldCode, isPersonName, LOGIN_ID } from '#libs/platform/kernel';

/** A field that null empties; blanks alone, which forms send, say the same. */
export const optional = { nullable: true, blankIsNull: true } as const;

/** A text of one line; blanks around it don't count. */
export function Line(
  max: number,
  description: string,
  options: TextOptions = {},
): PropertyDecorator {
  return Text({ trim: true, printable: 'line', max, description, ...options });
}

/** A login id that is given to somebody new. */
export const LoginId = Text({
  required: true,
  trim: true,
  max: 64,
  pattern: LOGIN_ID,
  hint: '3 to 64 letters, digits and . _ - @ +',
  description: '3 to 64 letters, digits and . _ - @ +',
});

function personName(max: number, options: FieldOptions<string>): PropertyDecorator {
  const letters = 'letters, blanks, hyphens, full stops and apostrophes';
  return Line(max, `At most ${max} ${letters}`, {
    ...options,
    check: (name) => (isPersonName(name) ? undefined : { code: FieldCode.Value, hint: letters }),
  });
}

/** Names of a person ([member.names]). */
export const FirstName = personName(20, { required: true });
export const MiddleName = personName(20, { blankIsNull: true });
export const LastName = personName(35, { required: true });

/** Nobody older than this is taken for a person rather than a slip of the pen. */
const OLDEST = 130;

/** The day of birth of somebody who is alive. */
export const DateOfBirth = IsoDateOrTimestamp({
  required: true,
  trim: true,
  description: 'Day of birth; date or timestamp',
  check: (date, now) => {
    const today = businessDate(now);
    if (date <= today && ageAt(date, today) <= OLDEST) return undefined;
    const hint = 'yyyy-MM-dd, or a timestamp, of somebody who is alive';
    return { code: FieldCode.Date, hint };
  },
});

const UNITED_STATES = ['US', 'USA', 'UNITED STATES'];

/** A country as it is kept: in capitals, the United States as `US`. */
export function keptCountry(sent: string): string {
  const country = sent.toUpperCase();
  return UNITED_STATES.includes(country) ? 'US' : country;
}

/** Ties to the industry and to listed companies ([member.finra], [member.directorOrTenPercentShareholderCompany]). */
export const FinraAffiliated = Bool({
  nullable: true,
  description: 'Affiliated with a FINRA member',
});
export const FinraCompany = Line(100, 'Needed when finraAffiliated is true', optional);
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

/** How answers show a tax id. */
export const taxId = {
  description: 'Masked except for the last four digits; unmasked for entitled firms',
};
