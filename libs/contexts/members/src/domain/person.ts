import {
  ageAt,
  ageOfMajority,
  businessDate,
  type Citizenship,
  Citizenships,
  FieldCode,
  fieldProblem,
  isCountryCode,
  isLoginId,
  isPersonName,
  isPersonTaxId,
  isUsState,
  type LocalDate,
  parseDateOrTimestamp,
  type Problem,
  Secret,
  type Suffix,
  Suffixes,
  type Timestamp,
  type Title,
  Titles,
} from '#libs/platform/kernel';
import { type AddressInput, isUnitedStates } from './address.js';
import { compact, type FieldChecks, type SentValue } from './field-checks.js';
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

/** The identifying fields as sent. */
export interface IdentityInput {
  readonly loginId?: SentValue<string>;
  readonly firstName?: SentValue<string>;
  readonly middleName?: SentValue<string>;
  readonly lastName?: SentValue<string>;
  readonly dateOfBirth?: SentValue<string>;
  readonly tid?: SentValue<Secret>;
}

/** title and suffix as sent. */
export interface SalutationInput {
  readonly title?: SentValue<string>;
  readonly suffix?: SentValue<string>;
}

/** How a person is reached, as sent. */
export interface ContactInput {
  readonly email1?: SentValue<string>;
  readonly email2?: SentValue<string>;
  readonly dayTelephone?: SentValue<string>;
  readonly eveningTelephone?: SentValue<string>;
  readonly primaryAddress?: SentValue<AddressInput>;
  readonly mailingAddress?: SentValue<AddressInput>;
}

/** Where a person belongs, as sent. */
export interface ResidenceInput {
  readonly citizenship?: SentValue<string>;
  readonly residenceCountry?: SentValue<string>;
}

/** Nobody older than this is taken for a person rather than a slip of the pen. */
const OLDEST = 130;

/** Nobody is of age before, in whatever state. */
const LEAST_MAJORITY = 18;

/** The refusal of a login id that somebody has. */
export const loginIdTaken = memberRules.broken(
  'member.unique.login.id',
  'The login id is in use.',
  'loginId',
);

/** A well-formed login id. */
export function checkLoginId(checks: FieldChecks, sent: SentValue<string>): string | undefined {
  const form = '3 to 64 letters, digits and . _ - @ +';
  return checks.text('loginId', sent, { max: 64, required: true, accept: isLoginId, form });
}

/** Names, date of birth and tax id. `state` is that of the primary address as sent, whatever else is wrong with the address. */
export function checkIdentity(
  checks: FieldChecks,
  sent: IdentityInput,
  options: {
    readonly now: Timestamp;
    readonly state: SentValue<string>;
    readonly tidRequired: boolean;
  },
): Identity | undefined {
  const name = (field: 'firstName' | 'middleName' | 'lastName'): string | undefined =>
    checks.text(field, sent[field], {
      max: field === 'lastName' ? 35 : 20,
      required: field !== 'middleName',
      accept: isPersonName,
      form: 'letters, blanks, hyphens, full stops and apostrophes',
    });
  const [firstName, middleName, lastName] = [
    name('firstName'),
    name('middleName'),
    name('lastName'),
  ];
  const today = businessDate(options.now);
  const dateOfBirth = checkDateOfBirth(checks, sent.dateOfBirth, today);
  if (dateOfBirth !== undefined) {
    checkAge(checks, 'dateOfBirth', { dateOfBirth, today, state: options.state });
  }
  const tid = checkTid(checks, sent.tid, options.tidRequired);
  if (firstName === undefined || lastName === undefined || dateOfBirth === undefined) {
    return undefined;
  }
  return compact({ firstName, middleName, lastName, dateOfBirth, tid });
}

/** title and suffix in the spelling of their tables. */
export function checkSalutation(
  checks: FieldChecks,
  sent: SalutationInput,
): { title: Title | undefined; suffix: Suffix | undefined } {
  return {
    title: checks.code('title', sent.title, Titles, { forgiven: 'case and full stops' }),
    suffix: checks.code('suffix', sent.suffix, Suffixes, { forgiven: 'case and full stops' }),
  };
}

/** citizenship, and residenceCountry as its ISO 3166 code of two letters. */
export function checkResidence(
  checks: FieldChecks,
  sent: ResidenceInput,
): { citizenship: Citizenship | undefined; residenceCountry: string | undefined } {
  return {
    citizenship: checks.code('citizenship', sent.citizenship, Citizenships),
    residenceCountry: checkCountry(checks, sent.residenceCountry),
  };
}

function checkCountry(checks: FieldChecks, sent: SentValue<string>): string | undefined {
  const country = checks.text('residenceCountry', sent, { max: 40 })?.toUpperCase();
  if (country === undefined) return undefined;
  if (isUnitedStates(country)) return 'US';
  if (isCountryCode(country)) return country;
  checks.add(fieldProblem('residenceCountry', FieldCode.Choice));
  return undefined;
}

function checkDateOfBirth(
  checks: FieldChecks,
  sent: SentValue<string>,
  today: LocalDate,
): LocalDate | undefined {
  if (sent === undefined || sent === null) {
    checks.add(fieldProblem('dateOfBirth', FieldCode.Required));
    return undefined;
  }
  const date = parseDateOrTimestamp(sent.trim());
  if (date !== undefined && date <= today && ageAt(date, today) <= OLDEST) return date;
  const form = 'yyyy-MM-dd, or a timestamp, of somebody who is alive';
  checks.add(fieldProblem('dateOfBirth', FieldCode.Date, form));
  return undefined;
}

/**
 * Of age in the state of residence; in none that is known, in whatever state ([member.age]).
 * @param field the one that is to blame
 */
export function checkAge(
  checks: FieldChecks,
  field: 'dateOfBirth' | 'state',
  person: {
    readonly dateOfBirth: LocalDate;
    readonly today: LocalDate;
    readonly state: SentValue<string>;
  },
): void {
  const state = person.state?.trim() ?? '';
  const known = isUsState(state);
  const majority = known ? ageOfMajority(state) : LEAST_MAJORITY;
  if (ageAt(person.dateOfBirth, person.today) >= majority) return;
  const message = `The age of majority${known ? ` in ${state}` : ''} is ${majority}.`;
  checks.add(memberRules.broken('member.legal.age.state.rule', message, field));
}

function checkTid(
  checks: FieldChecks,
  sent: SentValue<Secret>,
  required: boolean,
): Secret | undefined {
  if (sent === undefined || sent === null) {
    if (required) checks.add(fieldProblem('tid', FieldCode.Required));
    return undefined;
  }
  const text = sent.reveal()?.trim() ?? '';
  if (isPersonTaxId(text)) return Secret.of(text);
  checks.add(noTaxId('tid', text));
  return undefined;
}

/** What is wrong with a text that should have been a nine-digit tax id. */
export function noTaxId(field: string, text: string): Problem {
  if (!/^\d+$/.test(text)) return fieldProblem(field, FieldCode.Digits);
  const code = text.length > 9 ? FieldCode.Length : FieldCode.Value;
  return fieldProblem(field, code, 'nine digits, as they are given out');
}
