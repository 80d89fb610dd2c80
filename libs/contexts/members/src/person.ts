import { type Citizenship, ageOfMajority, isUsState } from '#libs/contexts/codes';
import {
  searchForm,
  ageAt,
  businessDate,
  type LocalDate,
  type Problem,
  RuleBook,
  type RuleOf,
  type Secret,
  type Timestamp,
} from '#libs/platform/kernel';

/** Whether a text is a ZIP code: five digits, optionally four more with or without a hyphen. */
export function isZipCode(text: string): boolean {
  return /^\d{5}(?:-?\d{4})?$/.test(text) && !text.startsWith('00000');
}

const BOX_NUMBER = String.raw`[\s:]*(?:#|n\.?o\.?|num(?:ero|ber|\.)?)?[\s:]*(?:[a-z]-?)?\d`;
const PO_BOX = [
  // P.O. Box 12, PO BOX, P O Box, P.0. Box (zero), POBox12
  /\bp\s*\.?\s*[o0]\s*\.?\s*,?\s*-?\s*b(?:o?x(?![a-z])|\.)/i,
  /\bpost(?:al)?\s*(?:office|off\.?)\s*box\b/i,
  /\bpost(?:al)?\s+box\b/i,
  /\bpost\s*office\s*drawer\b/i,
  new RegExp(String.raw`\bp\.?\s*o\.?\s*(?:drawer|bin)\b`, 'i'),
  // P.O.B. 12, POB 12
  new RegExp(String.raw`\bp\.?\s*o\.?\s*b\.?${BOX_NUMBER}`, 'i'),
  // Apartado 55, Apartado Postal N.º 55, Apdo. de Correos A-55, Aptdo 55, Casilla 55
  new RegExp(
    String.raw`\b(?:apartado|apt?do\.?|casilla)(?:\s*(?:postal|de\s+correos?|aereo))?${BOX_NUMBER}`,
    'i',
  ),
  // Portuguese, Italian, French, German, Dutch
  new RegExp(
    String.raw`\b(?:caixa\s+postal|casella\s+postale|(?:boite|case)\s+postale|postfach|postbus)${BOX_NUMBER}`,
    'i',
  ),
  // a line that starts with a box: Box 12, Lock Box 7
  new RegExp(String.raw`^\s*(?:lock\s*|mail\s*)?box${BOX_NUMBER}`, 'i'),
];

/** Whether an address line names a post office box, in any of the usual spellings, also in full-width letters, with any dash and without accents. */
export function namesPoBox(line: string): boolean {
  const plain = searchForm(line).replace(/\p{Pd}/gu, '-');
  return PO_BOX.some((pattern) => pattern.test(plain));
}

/** The joiners of scripts that need them, which stand between letters only. */
const JOINERS = /(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])/gu;

/**
 * Whether a text is a person's name: letters of any script, marks, blanks and hyphens (also no-break ones), full stops, middle dots and
 * apostrophes; at least one letter.
 */
export function isPersonName(text: string): boolean {
  return (
    /^[\p{L}\p{M} \u00a0.·・'’\u2010\u2011-]+$/u.test(text.replace(JOINERS, '')) &&
    /\p{L}/u.test(text)
  );
}

/** title of a member; input ignores case and full stops. */
export const Titles = ['Dr.', 'Ms.', 'Miss', 'Mr.', 'Mrs.'] as const;
export type Title = (typeof Titles)[number];

/** suffix of a member; input ignores case and full stops. */
export const Suffixes = ['Jr.', 'Sr.', 'II', 'III', 'IV', 'V'] as const;
export type Suffix = (typeof Suffixes)[number];

/** maritalStatus, inside `memberProfileItems`. */
export const MaritalStatuses = {
  S: 'Single',
  M: 'Married',
  P: 'Domestic partner',
  D: 'Divorced',
  W: 'Widowed',
  C: 'Civil union',
} as const;
export type MaritalStatus = keyof typeof MaritalStatuses;

/** topMarginalTaxBracket, inside `memberProfileItems`. */
export const TaxBrackets = {
  '1': '0 to 15 percent',
  '2': '16 to 25 percent',
  '3': '26 to 30 percent',
  '4': '31 to 35 percent',
  '5': 'over 35 percent',
} as const;
export type TaxBracket = keyof typeof TaxBrackets;

export const EmploymentStatuses = {
  Employed: 'Employed',
  'Self-Employed': 'Self-employed',
  Retired: 'Retired',
  Student: 'Student',
  Unemployed: 'Unemployed',
  Other: 'Other',
} as const;
export type EmploymentStatus = keyof typeof EmploymentStatuses;

/** occupationType; input ignores case. */
export const OccupationTypes = {
  Administrative: true,
  'Business Owner': true,
  Consulting: true,
  Creative: true,
  Education: true,
  Engineering: true,
  Finance: true,
  'Health Care': true,
  Homemaker: true,
  'Information Systems': true,
  Legal: true,
  Management: true,
  Marketing: true,
  Operations: true,
  'Other/Not Specified': true,
  Sales: true,
  Service: true,
  Training: true,
} as const;
export type OccupationType = keyof typeof OccupationTypes;

/** annualIncome (US dollars a year), netWorth and liquidNetWorth (US dollars) (own). */
export const WorthRanges = {
  '1': 'under 25,000',
  '2': '25,000 to 49,999',
  '3': '50,000 to 99,999',
  '4': '100,000 to 199,999',
  '5': '200,000 to 499,999',
  '6': '500,000 to 999,999',
  '7': '1,000,000 to 4,999,999',
  '8': '5,000,000 and over',
} as const;
export type WorthRange = keyof typeof WorthRanges;

/** The rules of members, firms and API clients. */
export const memberRules = new RuleBook({
  'client.revoked.rule': 'The API client is revoked',
  'client.unique.api.key': 'The API key belongs to a client of another firm',
  'group.firm.invalid.representative':
    'The member may not represent the firm because they own accounts or represent another firm',
  'group.firm.primary.address.cannot.be.po.box': 'The address of a firm cannot be a P.O. box',
  'member.legal.age.state.rule': 'The person is not of age in the state of the address',
  'member.membership.rule': 'The member has open accounts',
  'member.primary.address.cannot.be.po.box': 'The primary address cannot be a P.O. box',
  'member.riskwise.rule': 'The identity check failed',
  'member.tenpct.security.rule': 'A company is not a valid ticker',
  'member.unique.login.id': 'The login id is in use',
});
/** Fields of a request: omitted, null, or with a value. */
export type Requested<T> = { readonly [Field in keyof T]?: T[Field] | null };

type Fields<T, K extends keyof T> = { [Field in K]: T[Field] };

/** Removes fields that are undefined or null. */
export function compact<T extends object>(
  object: T,
): Fields<
  T,
  { [K in keyof T]: null extends T[K] ? never : undefined extends T[K] ? never : K }[keyof T]
> & {
  [K in keyof T as null extends T[K] ? K : undefined extends T[K] ? K : never]?: NonNullable<T[K]>;
} {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined && value !== null),
  ) as never;
}

/** What identifies a person; never changes ([member.update]). */
export interface Identity {
  readonly firstName: string;
  readonly middleName?: string;
  readonly lastName: string;
  readonly dateOfBirth: LocalDate;
  /** Absent for a trustee without one. */
  readonly tid?: Secret;
}

export interface Contact {
  readonly title?: Title;
  readonly suffix?: Suffix;
  readonly email1: string;
  readonly email2?: string;
  readonly dayTelephone?: string;
  readonly eveningTelephone?: string;
  readonly primaryAddress?: Address;
  readonly mailingAddress?: Address;
  readonly citizenship?: Citizenship;
  /** Two-letter ISO 3166 code. */
  readonly residenceCountry?: string;
}

/** The lowest age of majority in any state. */
const LEAST_MAJORITY = 18;

/** The problem of a login id that somebody else has. */
export const loginIdTaken = memberRules.broken(
  'member.unique.login.id',
  'The login id is in use.',
  'loginId',
);

/**
 * A person must be of age in the state of residence, or 18 if the state is unknown ([member.age]).
 * @param field the field to report
 */
export function ageProblems(
  field: 'dateOfBirth' | 'state',
  dateOfBirth: LocalDate,
  { state = '' }: Partial<Address> = {},
  now: Timestamp,
): Problem[] {
  const known = isUsState(state);
  const majority = known ? ageOfMajority(state) : LEAST_MAJORITY;
  if (ageAt(dateOfBirth, businessDate(now)) >= majority) return [];
  const message = `The age of majority${known ? ` in ${state}` : ''} is ${majority}.`;
  return [memberRules.broken('member.legal.age.state.rule', message, field)];
}

/** A postal address ([member.addresses]). */
export interface Address {
  readonly line1: string;
  readonly line2?: string;
  readonly line3?: string;
  readonly city: string;
  /** Two capital letters in the US; free text abroad, where it may be missing. */
  readonly state?: string;
  readonly zipcode?: string;
  /** `US`, or the country as sent, in capitals. */
  readonly country: string;
}

/** A primary address must not be a post office box. */
export function postOfficeBoxProblems(
  rule: RuleOf<typeof memberRules>,
  { line1, line2 = '' }: Pick<Address, 'line1' | 'line2'>,
): Problem[] {
  return Object.entries({ line1, line2 })
    .filter(([, line]) => namesPoBox(line))
    .map(([field]) => memberRules.broken(rule, 'primaryAddress is a post office box.', field));
}
