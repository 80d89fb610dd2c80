import {
  ageAt,
  businessDate,
  defaultTaxLotMethod,
  type LocalDate,
  type Problem,
  type Timestamp,
} from '#libs/platform/kernel';
import { accountRules } from './account-rules.js';
import type { OpenAccount, OpeningInput } from './commands.js';
import {
  contingentProblems,
  nameProblems,
  planProblem,
  planProblems,
  rateProblems,
  shareProblems,
} from './details.js';
import type { OpeningFacts } from './facts.js';
import { jointOwnerProblems, ownerProblems, trusteeProblems } from './ownership.js';

/** Every problem that opening an account would be refused for. */
export function openingProblems({ facts, input }: OpenAccount, now: Timestamp): Problem[] {
  const { accountType } = input;
  // without a choice the default applies, and that takes no rates
  const { defaultTaxLotSelection: method = defaultTaxLotMethod(accountType) } = input;
  return [
    ...nameProblems(facts.nameTaken),
    ...planProblems(input, facts.billingPlan),
    ...memberPlanProblems(input, facts),
    ...ownerProblems(input, facts),
    ...jointOwnerProblems(input, facts),
    ...trusteeProblems(input, facts),
    ...rateProblems(input, method),
    ...shareProblems(input),
    ...contingentProblems(input),
    ...minorProblems(input, businessDate(now)),
  ];
}

/** Where the firm bills per member, a new account has the plan the owner's accounts have. */
function memberPlanProblems(
  { billingPlanOid }: OpeningInput,
  { billingPlan, memberPlans }: OpeningFacts,
): Problem[] {
  if (billingPlan?.billingPlanType !== 'A') return [];
  if (memberPlans.length === 0 || memberPlans.includes(billingPlanOid)) return [];
  return [
    planProblem(`The firm bills per member; the accounts of this one have plan ${memberPlans[0]}.`),
  ];
}

/** Ages at which custody ends by law where it isn't 21: an account is opened for somebody younger. */
const CUSTODIAL_AGES: Readonly<Record<string, number>> = { KY: 18, SD: 18 };

function minorProblems({ minor }: OpeningInput, today: LocalDate): Problem[] {
  if (minor === undefined) return [];
  const { dateOfBirth, state } = minor;
  const limit = CUSTODIAL_AGES[state] ?? 21;
  if (ageAt(dateOfBirth, today) < limit) return [];
  const message = `minor: custody ends at ${limit} in ${state}.`;
  return [accountRules.broken('account.minor.age.rule', message, 'dateOfBirth')];
}
