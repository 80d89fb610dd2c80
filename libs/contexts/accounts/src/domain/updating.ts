import {
  type Decision,
  type DecisionContext,
  FieldCode,
  forbidden,
  isTaxable,
  type Problem,
  refuse,
  usesTaxRates,
} from '#libs/platform/kernel';
import { BELONGING } from './belonging.js';
import type {
  ApplyOwnerExclusions,
  ChangeBillingPlan,
  UpdateAccount,
  UpdateInput,
} from './commands.js';
import {
  accountNameKey,
  checkBeneficiaries,
  checkBillingPlan,
  checkContingents,
  checkContributionDate,
  checkName,
  checkTaxLots,
  keptName,
  keptRate,
  keptShares,
} from './details.js';
import type { AccountEvent, AccountUpdated, UpdatableDetails } from './events.js';
import { Findings } from './findings.js';
import { sameValue } from './same-value.js';
import { type Account, EXCLUSION_LISTS } from './state.js';

/** Fields of creation that no update changes (specification, endpoint 3). */
export const NOT_UPDATABLE = [
  'accountType',
  'branchCode',
  'repCode',
  'primaryAccountOwner',
  'jointOwners',
  'minor',
  'w9BackupWithholding',
  'trustees',
  'accountRegistrationInfo',
  'taxClassification',
] as const;

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
  checkBeneficiaries(input, now, findings);
  checkRemainingContingents(command, account, findings);
  checkExclusions(input, findings);
  return findings.problems;
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
  const touched = input.primaryBeneficiaries ?? input.contingentBeneficiaries;
  if (!touched || unreadable.includes('contingentBeneficiaries')) return;
  checkContingents(
    input.primaryBeneficiaries ?? details.primaryBeneficiaries ?? [],
    input.contingentBeneficiaries ?? details.contingentBeneficiaries ?? [],
    findings,
  );
}

function checkExclusions(input: UpdateInput, findings: UpdateFindings): void {
  for (const list of EXCLUSION_LISTS) {
    for (const [index, item] of (input[list] ?? []).entries()) {
      const { exclusionStartDate: start, exclusionEndDate: end } = item;
      if (start === undefined || end === undefined || start <= end) continue;
      const message = `${list}[${index}]: the end is before the start.`;
      findings.field('exclusionEndDate', FieldCode.Date, message);
    }
  }
}

/**
 * Changes what differs from the account as it is; nothing that differs is no event. Where the firm bills per member, a plan moves all
 * accounts of the primary owner: who manages one of them only, a joint owner perhaps, does not change the others by it.
 */
export function updateAccount(
  command: UpdateAccount,
  account: Account,
  { now }: DecisionContext,
): Decision<AccountEvent> {
  const { billingPlanOid } = command.input;
  const moves = billingPlanOid !== undefined && billingPlanOid !== account.billingPlanOid;
  if (moves && !command.facts.managesAll) {
    return forbidden(
      'The firm bills per member, and the caller may not manage all accounts of it.',
    );
  }
  const problems = updatingProblems(command, account, now);
  if (problems.length > 0 || command.rehearsal) return refuse(...problems);
  const { accountNumber, primaryAccountOwner } = account;
  const changes = changed(command.input, account);
  const events: AccountEvent[] = [];
  if (Object.keys(changes).length > 0) {
    const { accountName: previousAccountName } = account.details;
    const renamed = changes.accountName !== undefined && previousAccountName !== undefined;
    const data = {
      accountNumber,
      primaryAccountOwner,
      ...changes,
      ...(renamed && { previousAccountName }),
    };
    events.push({ type: 'account.AccountUpdated', data });
  }
  if (moves) {
    events.push(planChanged(account, billingPlanOid, { scope: command.facts.billingLevel }));
  }
  return events;
}

type Changes = Omit<AccountUpdated, 'accountNumber' | 'primaryAccountOwner'>;

function changed(input: UpdateInput, { details, exclusions }: Account): Changes {
  const wanted: Changes = {
    ...wantedDetails(input),
    ...Object.fromEntries(
      EXCLUSION_LISTS.filter((list) => input[list] !== undefined).map((list) => [
        list,
        input[list],
      ]),
    ),
  };
  const now: Changes = { ...details, ...exclusions };
  const entries = Object.entries(wanted) as [keyof Changes, unknown][];
  return Object.fromEntries(
    entries.filter(([name, value]) => !sameValue(now[name] ?? none(value), value)),
  );
}

/** What a detail without a value compares as: no list is an empty one, no rate is null. */
function none(value: unknown): unknown {
  return Array.isArray(value) ? [] : null;
}

function wantedDetails(input: UpdateInput): UpdatableDetails {
  const { accountName, defaultTaxLotSelection: method } = input;
  const { longTermTaxRate, shortTermTaxRate, initContributionDate, trustedContacts } = input;
  const { primaryBeneficiaries, contingentBeneficiaries } = input;
  return {
    ...(accountName !== undefined && { accountName: keptName(accountName) }),
    ...(method && { defaultTaxLotSelection: method }),
    // rates do not outlive the method they belong to
    ...(method && !usesTaxRates(method) && { longTermTaxRate: null, shortTermTaxRate: null }),
    ...(longTermTaxRate !== undefined && { longTermTaxRate: keptRate(longTermTaxRate) }),
    ...(shortTermTaxRate !== undefined && { shortTermTaxRate: keptRate(shortTermTaxRate) }),
    ...(initContributionDate !== undefined && { initContributionDate }),
    ...(trustedContacts && { trustedContacts }),
    ...(primaryBeneficiaries && { primaryBeneficiaries: keptShares(primaryBeneficiaries) }),
    ...(contingentBeneficiaries && {
      contingentBeneficiaries: keptShares(contingentBeneficiaries),
    }),
  };
}

/** Follows another account of the same owner, where the firm bills per member (specification, endpoint 3). */
export function changeBillingPlan(
  { billingPlanOid, followedAccount }: ChangeBillingPlan,
  account: Account,
): Decision<AccountEvent> {
  return billingPlanOid === account.billingPlanOid
    ? []
    : [planChanged(account, billingPlanOid, { scope: 'follows', followedAccount })];
}

function planChanged(
  account: Account,
  billingPlanOid: string,
  reason:
    | { readonly scope: 'account' | 'member' }
    | { readonly scope: 'follows'; readonly followedAccount: string },
): AccountEvent {
  const { accountNumber, primaryAccountOwner, billingPlanOid: previousBillingPlanOid } = account;
  return {
    type: 'account.BillingPlanChanged',
    data: {
      accountNumber,
      primaryAccountOwner,
      billingPlanOid,
      previousBillingPlanOid,
      ...reason,
    },
  };
}

/** Replaces the exclusions that come from one owner; an account the login id does not own is left alone. */
export function applyOwnerExclusions(
  { loginId, tickers }: ApplyOwnerExclusions,
  account: Account,
): Decision<AccountEvent> {
  const { accountNumber, primaryAccountOwner, jointOwners, ownerExclusions } = account;
  if (loginId !== primaryAccountOwner && !jointOwners.includes(loginId)) return [];
  const present = ownerExclusions.find((one) => one.loginId === loginId)?.tickers ?? [];
  const next = [...new Set(tickers)].sort();
  if (sameValue([...present].sort(), next)) return [];
  const data = { accountNumber, loginId, tickers: next };
  return [{ type: 'account.OwnerExclusionsApplied', data }];
}
