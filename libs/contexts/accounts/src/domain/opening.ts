import {
  accountClass,
  ageAt,
  businessDate,
  type Decision,
  type DecisionContext,
  defaultTaxLotMethod,
  FieldCode,
  type IdSequence,
  isTaxable,
  type LocalDate,
  loginIdKey,
  type Problem,
  refuse,
  taxClassificationsOf,
} from '#libs/platform/kernel';
import { BELONGING, type Belonging } from './belonging.js';
import type { OpenAccount, OpeningInput } from './commands.js';
import type { OpeningFacts } from './facts.js';
import {
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
import type { AccountEvent, AccountOpened } from './events.js';
import { Findings } from './findings.js';
import { checkJointOwners, checkPrimaryOwner, checkTrustees } from './ownership.js';
import { openingPermissions } from './permissions.js';

/** A new account number: `R`, one letter, eight of digits and capital letters (decisions §5). */
export function newAccountNumber(ids: IdSequence): string {
  const letter = String.fromCharCode('A'.charCodeAt(0) + (Number(ids.digits(6)) % 26));
  return `R${letter}${ids.alphanumeric(8)}`;
}

/** Every problem that opening an account would be refused for, the known ones included. */
function openingProblems(command: OpenAccount, now: string): readonly Problem[] {
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

/** Opens an account of any type: details, restriction 020, who may do what, and exclusions of its owners. */
export function openAccount(
  command: OpenAccount,
  { now, ids }: DecisionContext,
): Decision<AccountEvent> {
  const problems = openingProblems(command, now);
  if (problems.length > 0 || command.rehearsal) return refuse(...problems);
  const data = openedData(command, now, ids);
  const { accountNumber } = data;
  return [
    { type: 'account.AccountOpened', data },
    {
      type: 'account.AccountRestricted',
      data: {
        accountNumber,
        primaryAccountOwner: data.primaryAccountOwner,
        restrictionId: ids.digits(10),
        reasonCode: '020',
        restrictionType: 'CR',
      },
    },
    ...openingPermissions(data).map(
      (permission) =>
        ({ type: 'account.PermissionGranted', data: { accountNumber, ...permission } }) as const,
    ),
    ...openingExclusions(command, data),
  ];
}

function openedData(command: OpenAccount, now: string, ids: IdSequence): AccountOpened {
  const { facts } = command;
  const { accountType, accountName, billingPlanOid, primaryAccountOwner, ...input } = command.input;
  if (!accountType || !accountName || !billingPlanOid || !primaryAccountOwner) {
    throw new Error('an account without its required fields passed the rules');
  }
  const corporate = accountClass(accountType) === 'corporate';
  // the spelling the member's own record has, whatever the case of the request
  const owner = corporate ? primaryAccountOwner : (facts.member?.loginId ?? primaryAccountOwner);
  const jointOwners = known(input.jointOwners, facts.jointOwners);
  const firmRep = corporate ? facts.corporateFirm?.firmRep : undefined;
  const signers = firmRep === undefined ? [owner, ...jointOwners] : [firmRep];
  const newSimpleIra = accountType === '9' && input.initContributionDate === undefined;
  const contribution = newSimpleIra ? businessDate(now) : input.initContributionDate;
  return {
    accountNumber: facts.accountNumber,
    firmId: facts.firmId,
    createdBy: facts.createdBy,
    accountType,
    accountName: keptName(accountName),
    billingPlanOid,
    primaryAccountOwner: owner,
    jointOwners,
    trustees: known(input.trustees, facts.trustees),
    ...(firmRep !== undefined && { firmRep }),
    ...given(input, 'branchCode', 'repCode', 'minor', 'taxClassification'),
    ...(input.accountRegistrationInfo !== undefined && {
      accountRegistrationInfo: input.accountRegistrationInfo.trim(),
    }),
    defaultTaxLotSelection: input.defaultTaxLotSelection ?? defaultTaxLotMethod(accountType),
    ...(input.longTermTaxRate !== undefined && {
      longTermTaxRate: keptRate(input.longTermTaxRate),
    }),
    ...(input.shortTermTaxRate !== undefined && {
      shortTermTaxRate: keptRate(input.shortTermTaxRate),
    }),
    ...(contribution !== undefined && { initContributionDate: contribution }),
    ...(newSimpleIra && { newSimpleIra }),
    w9BackupWithholding: input.w9BackupWithholding ?? 'N',
    trustedContacts: input.trustedContacts ?? [],
    ...(!isTaxable(accountType) && {
      primaryBeneficiaries: keptShares(input.primaryBeneficiaries ?? []),
      contingentBeneficiaries: keptShares(input.contingentBeneficiaries ?? []),
    }),
    requiredSigners: signers.map((loginId) => ({ loginId, itemId: ids.digits(10) })),
  };
}

function openingExclusions(
  { facts }: OpenAccount,
  { accountNumber, primaryAccountOwner, jointOwners }: AccountOpened,
): AccountEvent[] {
  const { member, corporateFirm } = facts;
  const people = [
    ...(member ? [member] : []),
    ...facts.jointOwners,
    ...(corporateFirm ? [{ loginId: corporateFirm.firmId, tickers: corporateFirm.tickers }] : []),
  ];
  return [primaryAccountOwner, ...jointOwners]
    .map((owner) => people.find(({ loginId }) => loginId === owner))
    .filter((owner) => owner !== undefined)
    .filter(({ tickers }) => tickers.length > 0)
    .map(({ loginId, tickers }) => ({
      type: 'account.OwnerExclusionsApplied',
      data: { accountNumber, loginId, tickers },
    }));
}

/** Login ids of a request in the spelling of the people they name. */
function known(
  loginIds: readonly string[] | undefined,
  people: readonly { readonly loginId: string }[],
): readonly string[] {
  return (loginIds ?? []).map(
    (loginId) =>
      people.find((one) => loginIdKey(one.loginId) === loginIdKey(loginId))?.loginId ?? loginId,
  );
}

function given<T extends object, K extends keyof T>(input: T, ...names: K[]): Pick<T, K> {
  const entries = names.filter((name) => input[name] !== undefined);
  return Object.fromEntries(entries.map((name) => [name, input[name]])) as Pick<T, K>;
}
