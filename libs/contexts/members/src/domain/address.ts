import { namesPoBox, type Problem, type RuleOf } from '#libs/platform/kernel';
import { memberRules } from './member-rules.js';

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
