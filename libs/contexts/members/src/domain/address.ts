import {
  FieldCode,
  fieldProblem,
  isUsState,
  isZipCode,
  namesPoBox,
  omit,
  type RuleOf,
} from '#libs/platform/kernel';
import { compact, type FieldChecks, type SentValue } from './field-checks.js';
import { memberRules } from './member-rules.js';

/** A postal address as events and documents hold it ([member.addresses]). */
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

/** An address as sent. */
export interface AddressInput {
  readonly line1?: SentValue<string>;
  readonly line2?: SentValue<string>;
  readonly line3?: SentValue<string>;
  readonly city?: SentValue<string>;
  readonly state?: SentValue<string>;
  readonly zipcode?: SentValue<string>;
  readonly country?: SentValue<string>;
}

/** What is asked of an address. */
export interface AddressRules {
  readonly required?: boolean;
  /** A US street address: another country and post office boxes are refused; the code names the rule about boxes. */
  readonly streetRule?: RuleOf<typeof memberRules>;
}

const US = ['US', 'USA', 'UNITED STATES'];

/** Whether a country, in capitals, is the US in one of the ways it is sent. */
export function isUnitedStates(country: string): boolean {
  return US.includes(country);
}

/** Reads an address; messages carry its name, since the leaf names are the same in all of them. */
export function checkAddress(
  checks: FieldChecks,
  name: string,
  sent: SentValue<AddressInput>,
  rules: AddressRules = {},
): Address | undefined {
  const given = sent && isBlank(sent) && rules.required !== true ? undefined : sent;
  const input = checks.object(name, given, rules.required);
  if (input === undefined) return undefined;
  const before = checks.problems.length;
  const country = checkCountry(checks, name, input.country, rules);
  const domestic = country === 'US';
  const line = (field: 'line1' | 'line2' | 'line3'): string | undefined =>
    checks.text(field, input[field], { max: 100, required: field === 'line1', message: name });
  const lines = { line1: line('line1'), line2: line('line2'), line3: line('line3') };
  const city = checks.text('city', input.city, { max: 60, required: true, message: name });
  const state = checkState(checks, name, input.state, domestic);
  const zipcode = checks.text('zipcode', input.zipcode, {
    max: domestic ? 10 : 20,
    required: domestic,
    message: name,
    ...(domestic && { accept: isZipCode, form: 'such as 12345 or 12345-6789' }),
  });
  if (rules.streetRule !== undefined) {
    for (const [field, text] of Object.entries(lines)) {
      if (text !== undefined && namesPoBox(text)) {
        checks.add(memberRules.broken(rules.streetRule, `${name} is a post office box.`, field));
      }
    }
  }
  if (checks.problems.length > before || lines.line1 === undefined || city === undefined) {
    return undefined;
  }
  return compact({ ...lines, line1: lines.line1, city, state, zipcode, country });
}

function checkCountry(
  checks: FieldChecks,
  name: string,
  sent: SentValue<string>,
  rules: AddressRules,
): string {
  const text = checks.text('country', sent, {
    max: 40,
    message: name,
    accept: (country) => /^[A-Za-z .-]{2,40}$/.test(country),
    form: '2 to 40 letters, blanks, full stops and hyphens',
  });
  const country = text?.toUpperCase() ?? 'US';
  if (isUnitedStates(country)) return 'US';
  if (rules.streetRule !== undefined) {
    checks.add(fieldProblem('country', FieldCode.Choice, `${name}: US`));
    return 'US';
  }
  return country;
}

function checkState(
  checks: FieldChecks,
  name: string,
  sent: SentValue<string>,
  domestic: boolean,
): string | undefined {
  const state = checks.text('state', sent, { max: 40, required: domestic, message: name });
  if (state === undefined || !domestic) return state;
  if (isUsState(state)) return state;
  checks.add(fieldProblem('state', FieldCode.Choice, `${name}: a state of the US, such as NY`));
  return undefined;
}

/** Forms send every key of an address nobody filled in. */
function isBlank(input: AddressInput): boolean {
  return Object.values(omit(input, 'country')).every((text) => (text ?? '').trim() === '');
}
