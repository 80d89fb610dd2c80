import {
  accountClass,
  businessDate,
  type Decision,
  type DecisionContext,
  defaultTaxLotMethod,
  type IdSequence,
  isTaxable,
  refuse,
} from '#libs/platform/kernel';
import type { OpenAccount } from './commands.js';
import type { AccountEvent, AccountOpened } from './events.js';
import { openingProblems } from './opening-checks.js';
import { openingPermissions } from './permissions.js';

/** A new account number: `R`, one letter, eight of digits and capital letters ([account.number]). */
export function newAccountNumber(ids: IdSequence): string {
  const letter = String.fromCharCode('A'.charCodeAt(0) + (Number(ids.digits(6)) % 26));
  return `R${letter}${ids.alphanumeric(8)}`;
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
    ...given(input, 'branchCode', 'repCode', 'minor', 'taxClassification'),
    ...given(input, 'accountRegistrationInfo', 'longTermTaxRate', 'shortTermTaxRate'),
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

function given<T extends object, K extends keyof T>(input: T, ...names: K[]): Pick<T, K> {
  const entries = names.filter((name) => input[name] !== undefined);
  return Object.fromEntries(entries.map((name) => [name, input[name]])) as Pick<T, K>;
}
