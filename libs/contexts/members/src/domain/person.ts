import {
  ageAt,
  ageOfMajority,
  businessDate,
  type Citizenship,
  isUsState,
  type LocalDate,
  namesPoBox,
  type Problem,
  type RuleOf,
  type Secret,
  type Suffix,
  type Timestamp,
  type Title,
} from '#libs/platform/kernel';
import { memberRules } from './member-rules.js';

/** What identifies a person: set once, never changed ([member.update]). */
export interface Identity {
  readonly firstName: string;
  readonly middleName?: string;
  readonly lastName: string;
  readonly dateOfBirth: LocalDate;
  /** Absent for a trustee without one. */
  readonly tid?: Secret;
}

/** How a person is reached and addressed, and where the person belongs. */
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
  /** ISO 3166 code of two letters. */
  readonly residenceCountry?: string;
}

/** Nobody is of age before, in whatever state. */
const LEAST_MAJORITY = 18;

/** The refusal of a login id that somebody has. */
export const loginIdTaken = memberRules.broken(
  'member.unique.login.id',
  'The login id is in use.',
  'loginId',
);

/**
 * Of age in the state of residence; in none that is known, in whatever state ([member.age]).
 * @param field the one that is to blame
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

/** Nobody lives in a post office box. */
export function boxProblems(
  rule: RuleOf<typeof memberRules>,
  { line1, line2 = '' }: Pick<Address, 'line1' | 'line2'>,
): Problem[] {
  return Object.entries({ line1, line2 })
    .filter(([, line]) => namesPoBox(line))
    .map(([field]) => memberRules.broken(rule, 'primaryAddress is a post office box.', field));
}
