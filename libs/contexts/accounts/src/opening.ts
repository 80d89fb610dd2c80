import {
  ageAt,
  businessDate,
  type Decision,
  type DecisionContext,
  FieldCode,
  fieldProblem,
  type IdSequence,
  type LocalDate,
  Percent,
  pick,
  type Problem,
  refuse,
  type Timestamp,
} from '#libs/platform/kernel';
import {
  accountClass,
  type AccountType,
  defaultTaxLotMethod,
  hasJointOwners,
  hasRegistrationInfo,
  isTaxable,
  type MembershipState,
  taxClassificationsOf,
  type TaxLotMethod,
  taxLotMethodAllowed,
  usesTaxRates,
} from '#libs/contexts/codes';
import { openingPermissions } from './access.js';
import type {
  BillingPlanFact,
  DetailsInput,
  MemberFact,
  OpenAccount,
  OpeningFacts,
  OpeningInput,
  UpdateInput,
} from './account-commands.js';
import { accountRules, ownersOf } from './account-state.js';
import type { AccountEvent, AccountOpened } from './account.events.js';

/** Whether a field has a value; an empty list counts as none. */
export function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

export interface Belonging {
  readonly belongs: (type: AccountType) => boolean;
  /** Whether these account types require the field. */
  readonly required?: boolean;
}

const ofClass =
  (...classes: readonly string[]) =>
  (type: AccountType): boolean =>
    classes.includes(accountClass(type));

/** Which fields belong to which account types ([account.other-type]). */
export const BELONGING = {
  longTermTaxRate: { belongs: isTaxable },
  shortTermTaxRate: { belongs: isTaxable },
  jointOwners: { belongs: hasJointOwners, required: true },
  initContributionDate: { belongs: (type) => type === '9' },
  primaryBeneficiaries: { belongs: ofClass('retirement') },
  contingentBeneficiaries: { belongs: ofClass('retirement') },
  minor: { belongs: ofClass('custodial'), required: true },
  trustees: { belongs: ofClass('corporate'), required: true },
  accountRegistrationInfo: { belongs: hasRegistrationInfo, required: true },
  taxClassification: { belongs: (type) => taxClassificationsOf(type).length > 0, required: true },
} as const satisfies Partial<Record<keyof OpeningInput, Belonging>>;

/** Why a tax lot relief method doesn't suit an account type ([account.defaultTaxLotSelection]); undefined if it does. */
export function methodFailure(method: TaxLotMethod, accountType: AccountType) {
  if (taxLotMethodAllowed(accountType, method)) return undefined;
  const message = isTaxable(accountType)
    ? 'AVGC is for non-taxable accounts.'
    : 'Non-taxable accounts accept only AVGC.';
  return { code: FieldCode.Choice, message };
}

/** Problems of fields that are not for the account's type ([account.other-type]). */
export function otherTypeProblems(input: UpdateInput, accountType: AccountType): Problem[] {
  const rows = Object.entries(BELONGING) as [keyof UpdateInput, Belonging][];
  const problems = rows
    .filter(([field, { belongs }]) => hasValue(input[field]) && !belongs(accountType))
    .map(([field]) => fieldProblem(field, FieldCode.OtherAccountType));
  const { defaultTaxLotSelection: method } = input;
  const wrong = method && methodFailure(method, accountType);
  if (wrong) problems.push(fieldProblem('defaultTaxLotSelection', wrong.code, wrong.message));
  return problems;
}

/**
 * Normalizes an account name for comparison ([account.accountName]): ignores case, repeated whitespace, Unicode compatibility variants
 * (composed accents, full-width letters) and invisible characters (joiners, variation selectors, fillers). With the owner, the key of
 * the name's reservation.
 */
export function accountNameKey(name: string): string {
  return (
    name
      .normalize('NFKC')
      .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
      // a removed character may have separated a letter from its accent
      .normalize('NFKC')
      .replaceAll(/[\s\u2800]+/gu, ' ')
      .trim()
      // upper case first: ß becomes SS, and both lower-case sigmas become one
      .toUpperCase()
      .toLowerCase()
  );
}

/** The name must be unique among the owner's accounts. */
export function nameProblems(isTaken: boolean): Problem[] {
  if (!isTaken) return [];
  const message = 'Another account of the primary owner has this name.';
  return [accountRules.broken('account.unique.name.rule', message, 'accountName')];
}

function planProblem(message: string): Problem {
  return accountRules.broken('account.invalid.billing.plan', message, 'billingPlanOid');
}

/** The plan must be an advisory plan of the caller's firm. */
export function planProblems(
  { billingPlanOid }: DetailsInput,
  plan: BillingPlanFact | undefined,
): Problem[] {
  if (billingPlanOid === undefined || plan?.billingPlanType === 'A') return [];
  return [
    planProblem(plan ? 'The plan is not an advisory plan.' : 'The firm has no such billing plan.'),
  ];
}

/** Tax rates require a tax lot method that uses them; none can be cleared at any time. */
export function rateProblems(input: DetailsInput, method: TaxLotMethod | undefined): Problem[] {
  if (method && usesTaxRates(method)) return [];
  const message = method
    ? 'A tax rate needs defaultTaxLotSelection WLFS or WGFS.'
    : 'A tax rate needs defaultTaxLotSelection in the same request.';
  return (['longTermTaxRate', 'shortTermTaxRate'] as const)
    .filter((field) => typeof input[field] === 'string')
    .map((field) => fieldProblem(field, FieldCode.Value, message));
}

/** Field names of the beneficiary lists. */
export const BENEFICIARY_LISTS = ['primaryBeneficiaries', 'contingentBeneficiaries'] as const;

/** The shares of each beneficiary list must add up to exactly 100.00. */
export function shareProblems(input: DetailsInput): Problem[] {
  return BENEFICIARY_LISTS.flatMap((list) => {
    const shares = (input[list] ?? []).map(({ sharePct }) => Percent.of(sharePct));
    if (shares.length === 0 || Percent.addUpToHundred(shares)) return [];
    const message = `The shares of ${list} do not add up to 100.00 percent.`;
    return [accountRules.broken('account.beneficiary.share.rule', message, list)];
  });
}

/** Contingent beneficiaries require primary ones. */
export function contingentProblems({
  primaryBeneficiaries: primary = [],
  contingentBeneficiaries: contingent = [],
}: Pick<DetailsInput, (typeof BENEFICIARY_LISTS)[number]>): Problem[] {
  if (contingent.length === 0 || primary.length > 0) return [];
  const message = 'Contingent beneficiaries need at least one primary beneficiary.';
  return [fieldProblem('contingentBeneficiaries', FieldCode.Value, message)];
}

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
  const message = `minor: Custody ends at ${limit} in ${state}.`;
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
