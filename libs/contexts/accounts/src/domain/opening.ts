import {
  accountClass,
  ageAt,
  businessDate,
  type Decision,
  type DecisionContext,
  defaultTaxLotMethod,
  type IdSequence,
  isTaxable,
  type LocalDate,
  type MembershipState,
  pick,
  type Problem,
  refuse,
  type Timestamp,
} from '#libs/platform/kernel';
import type { MemberFact, OpenAccount, OpeningFacts, OpeningInput } from './commands.js';
import type { AccountEvent, AccountOpened } from './events.js';
import { openingPermissions } from './permissions.js';
import { accountRules } from './account-rules.js';
import { ownersOf } from './state.js';
import {
  contingentProblems,
  nameProblems,
  planProblem,
  planProblems,
  rateProblems,
  shareProblems,
} from './details.js';

/** Generates an account number: `R`, a letter, then eight digits or capital letters ([account.number]). */
export function newAccountNumber(ids: IdSequence): string {
  const letter = String.fromCharCode('A'.charCodeAt(0) + (Number(ids.digits(6)) % 26));
  return `R${letter}${ids.alphanumeric(8)}`;
}

/** Opens an account of any type: details, restriction 020, permissions, and the owners' exclusions. */
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
  const { jointOwners = [], trustees = [] } = input;
  const corporate = accountClass(accountType) === 'corporate';
  const firmRep = corporate ? facts.corporateFirm?.firmRep : undefined;
  const signers = firmRep === undefined ? [primaryAccountOwner, ...jointOwners] : [firmRep];
  const newSimpleIra = accountType === '9' && input.initContributionDate === undefined;
  const contribution = newSimpleIra ? businessDate(now) : input.initContributionDate;
  return {
    accountNumber: facts.accountNumber,
    firmId: facts.firmId,
    createdBy: facts.createdBy,
    accountType,
    accountName,
    billingPlanOid,
    primaryAccountOwner,
    jointOwners,
    trustees,
    ...(firmRep !== undefined && { firmRep }),
    ...pick(input, 'branchCode', 'repCode', 'minor', 'taxClassification'),
    ...pick(input, 'accountRegistrationInfo', 'longTermTaxRate', 'shortTermTaxRate'),
    defaultTaxLotSelection: input.defaultTaxLotSelection ?? defaultTaxLotMethod(accountType),
    ...(contribution !== undefined && { initContributionDate: contribution }),
    ...(newSimpleIra && { newSimpleIra }),
    w9BackupWithholding: input.w9BackupWithholding ?? 'N',
    trustedContacts: input.trustedContacts ?? [],
    ...(!isTaxable(accountType) && {
      primaryBeneficiaries: input.primaryBeneficiaries ?? [],
      contingentBeneficiaries: input.contingentBeneficiaries ?? [],
    }),
    requiredSigners: signers.map((loginId) => ({ loginId, itemId: ids.digits(10) })),
  };
}

function openingExclusions({ facts }: OpenAccount, opened: AccountOpened): AccountEvent[] {
  const { accountNumber } = opened;
  const { member, corporateFirm } = facts;
  const people = [
    ...(member ? [member] : []),
    ...facts.jointOwners,
    ...(corporateFirm ? [{ loginId: corporateFirm.firmId, tickers: corporateFirm.tickers }] : []),
  ];
  return ownersOf(opened)
    .map((owner) => people.find(({ loginId }) => loginId === owner))
    .filter((owner) => owner !== undefined)
    .filter(({ tickers }) => tickers.length > 0)
    .map(({ loginId, tickers }) => ({
      type: 'account.OwnerExclusionsApplied',
      data: { accountNumber, loginId, tickers },
    }));
}

function openingProblems({ facts, input }: OpenAccount, now: Timestamp): Problem[] {
  const { accountType } = input;
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

/** If the firm bills per member, a new account must have the plan of the owner's other accounts. */
function memberPlanProblems(
  { billingPlanOid }: OpeningInput,
  { billingPlan, memberPlans }: OpeningFacts,
): Problem[] {
  if (billingPlan?.billingPlanType !== 'A') return [];
  if (memberPlans.length === 0 || memberPlans.includes(billingPlanOid)) return [];
  return [
    planProblem(`The firm bills per member; this member's accounts have plan ${memberPlans[0]}.`),
  ];
}

/** Age at which custody ends, by state, where it isn't 21. */
const CUSTODIAL_AGES: Readonly<Record<string, number>> = { KY: 18, SD: 18 };

function minorProblems({ minor }: OpeningInput, today: LocalDate): Problem[] {
  if (minor === undefined) return [];
  const { dateOfBirth, state } = minor;
  const limit = CUSTODIAL_AGES[state] ?? 21;
  if (ageAt(dateOfBirth, today) < limit) return [];
  const message = `minor: custody ends at ${limit} in ${state}.`;
  return [accountRules.broken('account.minor.age.rule', message, 'dateOfBirth')];
}

/** The primary owner is a member of the caller's firm who is not a firm rep or, for a corporate account, a corporate firm. */
function ownerProblems(
  { accountType }: OpeningInput,
  { firmId, member, corporateFirm }: OpeningFacts,
): Problem[] {
  const refuse = (message: string): Problem[] => [
    accountRules.broken('account.invalid.primary.owner', message, 'primaryAccountOwner'),
  ];
  if (accountClass(accountType) !== 'corporate') {
    const obstacle = ownerObstacle(member, firmId);
    return obstacle === undefined ? [] : refuse(obstacle);
  }
  if (corporateFirm?.advisorFirmId !== firmId) {
    return refuse('The owner of a corporate account is a corporate firm.');
  }
  if (hasEnded(corporateFirm.repTransState)) {
    return refuse('The membership of the firm rep has ended.');
  }
  if (!corporateFirm.hasAccount) return [];
  const message = 'The firm already has an account.';
  return [accountRules.broken('account.firm.single.account.rule', message, 'primaryAccountOwner')];
}

/** Joint owners are distinct members of the caller's firm, no firm reps, and not the primary owner. */
function jointOwnerProblems(
  { primaryAccountOwner, jointOwners = [] }: OpeningInput,
  { firmId, jointOwners: members }: OpeningFacts,
): Problem[] {
  const named = [primaryAccountOwner, ...jointOwners];
  return jointOwners.flatMap((loginId, index) => {
    const member = members.find((one) => one.loginId === loginId);
    const obstacle =
      named.indexOf(loginId) <= index
        ? 'The member is listed twice, or is the primary owner.'
        : ownerObstacle(member, firmId);
    if (obstacle === undefined) return [];
    const message = `jointOwners[${index}]: ${obstacle}`;
    return [accountRules.broken('account.invalid.joint.owner', message, 'jointOwners')];
  });
}

/** Trustees are distinct trustees of the caller's firm. */
function trusteeProblems(
  { trustees = [] }: OpeningInput,
  { firmId, trustees: known }: OpeningFacts,
): Problem[] {
  return trustees.flatMap((loginId, index) => {
    const trustee = known.find((one) => one.loginId === loginId);
    const obstacle =
      trustees.indexOf(loginId) < index
        ? 'The trustee is listed twice.'
        : trustee?.firmId === firmId
          ? undefined
          : 'There is no such trustee.';
    if (obstacle === undefined) return [];
    const message = `trustees[${index}]: ${obstacle}`;
    return [accountRules.broken('account.invalid.trustee', message, 'trustees')];
  });
}

function ownerObstacle(member: MemberFact | undefined, firmId: string): string | undefined {
  if (member?.firmId !== firmId) return 'The owner is not a member of the firm.';
  if (member.isFirmRep) return 'The firm rep of a corporate firm may not own accounts.';
  if (member.cipStatus === 'FAILED') return "The member's identity could not be verified.";
  return hasEnded(member.transState) ? MEMBERSHIP_ENDED : undefined;
}

const MEMBERSHIP_ENDED = 'The membership has ended.';

/** Whether the firm has ended a membership. */
export function hasEnded(transState: MembershipState | undefined): boolean {
  return transState === 'CM' || transState === 'TM';
}

/** The problem of a new account whose owner, or whose firm rep, is no member any more. */
export function membershipEnded(
  loginId: string,
  { primaryAccountOwner, jointOwners }: Pick<AccountOpened, 'primaryAccountOwner' | 'jointOwners'>,
): Problem {
  const index = jointOwners.indexOf(loginId);
  if (index >= 0) {
    const message = `jointOwners[${index}]: ${MEMBERSHIP_ENDED}`;
    return accountRules.broken('account.invalid.joint.owner', message, 'jointOwners');
  }
  const message =
    loginId === primaryAccountOwner
      ? MEMBERSHIP_ENDED
      : 'The membership of the firm rep has ended.';
  return accountRules.broken('account.invalid.primary.owner', message, 'primaryAccountOwner');
}
