import { FieldCode, isTaxable, type Problem } from '#libs/platform/kernel';
import { BELONGING } from './belonging.js';
import { closingProblems } from './closing.js';
import type { UpdateAccount, UpdateInput } from './commands.js';
import {
  accountNameKey,
  checkBeneficiaries,
  checkBillingPlan,
  checkContingents,
  checkContributionDate,
  checkName,
  checkTaxLots,
} from './details.js';
import { Findings } from './findings.js';
import { checkNumbers } from './known-numbers.js';
import { type Account, EXCLUSION_LISTS } from './state.js';

type UpdateFindings = Findings<UpdateInput>;

/** Every problem that an update would be refused for, the known ones included. */
export function updatingProblems(
  command: UpdateAccount,
  account: Account,
  now: string,
): readonly Problem[] {
  const { input, facts, notUpdatable } = command;
  const findings = new Findings(command);
  findings.match('accountNumber', input.accountNumber, account.accountNumber);
  for (const field of notUpdatable) findings.field(field, FieldCode.NotUpdatable);
  const taken = facts.nameTaken && !isOwnName(input.accountName, account);
  checkName(input, taken, findings);
  checkBillingPlan(input, facts.billingPlan, findings);
  checkUpdatedTaxLots(input, account, findings);
  checkBelonging(account, findings);
  checkContributionDate(input, now, findings);
  checkBeneficiaries(now, findings);
  checkNumbers(account.details, findings);
  checkRemainingContingents(command, account, findings);
  checkExclusions(findings);
  return [...findings.problems, ...closingProblems(command, account)];
}

function isOwnName(name: string | undefined, { details }: Account): boolean {
  return (
    name !== undefined &&
    details.accountName !== undefined &&
    accountNameKey(name) === accountNameKey(details.accountName)
  );
}

/** Tax rates come with the method they are an input of, in the same request. */
function checkUpdatedTaxLots(
  input: UpdateInput,
  { accountType }: Account,
  findings: UpdateFindings,
): void {
  const { defaultTaxLotSelection: method } = input;
  checkTaxLots(input, accountType, method, findings);
  if (findings.sent('defaultTaxLotSelection') || !isTaxable(accountType)) return;
  for (const field of ['longTermTaxRate', 'shortTermTaxRate'] as const) {
    if (!findings.sent(field)) continue;
    const message = 'A tax rate needs defaultTaxLotSelection in the same request.';
    findings.field(field, FieldCode.Value, message);
  }
}

const UPDATABLE_BELONGING = [
  'initContributionDate',
  'primaryBeneficiaries',
  'contingentBeneficiaries',
] as const;

function checkBelonging({ accountType }: Account, findings: UpdateFindings): void {
  for (const field of UPDATABLE_BELONGING) {
    if (findings.holds(field) && !BELONGING[field].belongs(accountType)) {
      findings.field(field, FieldCode.OtherAccountType);
    }
  }
}

/** Contingent beneficiaries as they would be after the update need primary ones as they would be then. */
function checkRemainingContingents(
  { input, unreadable }: UpdateAccount,
  { details }: Account,
  findings: UpdateFindings,
): void {
  if (unreadable.includes('primaryBeneficiaries')) return;
  const contingents = findings.part('contingentBeneficiaries');
  if (!input.primaryBeneficiaries && !contingents) return;
  // nothing is known of a list that is no list
  if (!contingents && unreadable.includes('contingentBeneficiaries')) return;
  checkContingents(
    input.primaryBeneficiaries ?? details.primaryBeneficiaries ?? [],
    contingents ?? details.contingentBeneficiaries ?? [],
    findings,
  );
}

function checkExclusions(findings: UpdateFindings): void {
  for (const list of EXCLUSION_LISTS) {
    for (const [index, item] of (findings.part(list) ?? []).entries()) {
      const { exclusionStartDate: start, exclusionEndDate: end } = item;
      if (start === undefined || end === undefined || start <= end) continue;
      const message = `${list}[${index}]: the end is before the start.`;
      findings.field('exclusionEndDate', FieldCode.Date, message);
    }
  }
}
