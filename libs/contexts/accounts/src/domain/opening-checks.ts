import {
  ageAt,
  businessDate,
  defaultTaxLotMethod,
  FieldCode,
  type LocalDate,
  type Problem,
  taxClassificationsOf,
} from '#libs/platform/kernel';
import { BELONGING, type Belonging } from './belonging.js';
import type { OpenAccount, OpeningInput } from './commands.js';
import {
  checkBeneficiaries,
  checkBillingPlan,
  checkContingents,
  checkContributionDate,
  checkName,
  checkTaxLots,
} from './details.js';
import type { OpeningFacts } from './facts.js';
import { Findings } from './findings.js';
import { checkJointOwners, checkPrimaryOwner, checkTrustees } from './ownership.js';

/** Every problem that opening an account would be refused for, the known ones included. */
export function openingProblems(command: OpenAccount, now: string): readonly Problem[] {
  const { facts, input } = command;
  const findings = new Findings(command);
  for (const field of [
    'accountName',
    'accountType',
    'billingPlanOid',
    'primaryAccountOwner',
  ] as const) {
    findings.require(field);
  }
  checkName(input, facts.nameTaken, findings);
  checkBillingPlan(input, facts.billingPlan, findings);
  checkMemberPlan(input, facts, findings);
  checkPrimaryOwner(input, facts, findings);
  checkBelonging(input, findings);
  checkJointOwners(input, facts, findings);
  checkTrustees(input, facts, findings);
  checkOpeningTaxLots(input, findings);
  checkTaxClassification(input, findings);
  checkContributionDate(input, now, findings);
  checkBeneficiaries(now, findings);
  if (!command.unreadable.includes('primaryBeneficiaries')) {
    const contingents = findings.part('contingentBeneficiaries') ?? [];
    checkContingents(input.primaryBeneficiaries ?? [], contingents, findings);
  }
  checkMinor(businessDate(now), findings);
  return findings.problems;
}

/** Where the firm bills per member, a new account has the plan the owner's accounts have. */
function checkMemberPlan(
  { billingPlanOid }: OpeningInput,
  { billingPlan, memberPlans }: OpeningFacts,
  findings: Findings<OpeningInput>,
): void {
  if (billingPlanOid === undefined || billingPlan?.billingPlanType !== 'A') return;
  if (memberPlans.length === 0 || memberPlans.includes(billingPlanOid)) return;
  const message = `The firm bills per member; the accounts of this one have plan ${memberPlans[0]}.`;
  findings.rule('account.invalid.billing.plan', message, 'billingPlanOid');
}

function checkBelonging({ accountType }: OpeningInput, findings: Findings<OpeningInput>): void {
  if (accountType === undefined) return;
  const rows = Object.entries(BELONGING) as [keyof typeof BELONGING, Belonging][];
  for (const [field, { belongs, required = false }] of rows) {
    if (!belongs(accountType)) {
      if (findings.holds(field)) findings.field(field, FieldCode.OtherAccountType);
    } else if (required) {
      findings.require(field);
    }
  }
}

function checkOpeningTaxLots(input: OpeningInput, findings: Findings<OpeningInput>): void {
  const { accountType, defaultTaxLotSelection } = input;
  const unknown = defaultTaxLotSelection === undefined && findings.sent('defaultTaxLotSelection');
  // without a choice the default applies, and that takes no rates
  const method = unknown
    ? undefined
    : (defaultTaxLotSelection ?? defaultTaxLotMethod(accountType ?? 'I'));
  checkTaxLots(input, accountType, method, findings);
}

function checkTaxClassification(
  { accountType, taxClassification }: OpeningInput,
  findings: Findings<OpeningInput>,
): void {
  if (accountType === undefined || taxClassification === undefined) return;
  const codes = taxClassificationsOf(accountType);
  if (codes.length > 0 && !codes.includes(taxClassification)) {
    const message = `This account type takes ${codes.join(', ')}.`;
    findings.field('taxClassification', FieldCode.Choice, message);
  }
}

/** Ages at which custody ends by law where it isn't 21: an account is opened for somebody younger. */
const CUSTODIAL_AGES: Readonly<Record<string, number>> = { KY: 18, SD: 18 };

function checkMinor(today: LocalDate, findings: Findings<OpeningInput>): void {
  const { dateOfBirth, state } = findings.part('minor') ?? {};
  if (dateOfBirth === undefined) return;
  const limit = CUSTODIAL_AGES[state ?? ''] ?? 21;
  if (dateOfBirth > today) {
    findings.field('dateOfBirth', FieldCode.Date, 'minor: the date is in the future.');
  } else if (ageAt(dateOfBirth, today) >= limit) {
    const where = state === undefined ? '' : ` in ${state}`;
    const message = `minor: custody ends at ${limit}${where}.`;
    findings.rule('account.minor.age.rule', message, 'dateOfBirth');
  }
}
