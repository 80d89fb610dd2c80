import {
  equalJson,
  FieldCode,
  fieldProblem,
  forbidden,
  pathMismatches,
  prefixProblems,
  type Problem,
  refuse,
} from '#libs/platform/kernel';
import { usesTaxRates } from '#libs/contexts/codes';
import type {
  ApplyOwnerExclusions,
  ChangeBillingPlan,
  UpdateAccount,
  UpdateInput,
} from './account-commands.js';
import {
  type Account,
  type AccountRule,
  type OwnerExclusions,
  ownersOf,
  recorded,
  updatable,
} from './account-state.js';
import type { AccountChanges, Beneficiary, Exclusion, UpdatableDetails } from './account.events.js';
import { begin, closingProblems, closingRefusal, updateClosed } from './closing.js';
import {
  accountNameKey,
  BENEFICIARY_LISTS,
  contingentProblems,
  nameProblems,
  planProblems,
  rateProblems,
  shareProblems,
} from './opening.js';

/**
 * Records only what differs from the current account; if nothing does, there is no event. If the firm bills per member, a new plan
 * applies to all accounts of the primary owner, so a caller who manages only some of them (a joint owner, say) may not change it.
 */
export const updateAccount: AccountRule<UpdateAccount> = (command, account) => {
  if (account.closed) return updateClosed(command);
  const barred = closingRefusal(command, account);
  if (barred) return barred;
  const { billingPlanOid } = command.input;
  const moves = billingPlanOid !== undefined && billingPlanOid !== account.billingPlanOid;
  if (moves && !command.facts.managesAll) {
    return forbidden(
      "The firm bills per member, and the caller may not manage all of the owner's accounts.",
    );
  }
  const problems = updatingProblems(command, account);
  if (problems.length > 0 || command.rehearsal) return refuse(...problems);
  const details = changed(command.input, account);
  const changes: AccountChanges = {
    ...(Object.keys(details).length > 0 && { details }),
    ...(moves && { billingPlan: { billingPlanOid, scope: command.facts.billingLevel } }),
  };
  const closes = command.input.accountStatus === 'CLOSED';
  return closes ? begin(account, changes) : recorded(account, changes);
};

type Changes = NonNullable<AccountChanges['details']>;

function changed(input: UpdateInput, { details, exclusions, ownerExclusions }: Account): Changes {
  const { securityExclusion: sent, issueExclusion, sectorExclusion } = input;
  const kept = { ...exclusions, ownerExclusions };
  const wanted: Changes = {
    ...wantedDetails(input, details),
    ...(sent && { securityExclusion: clientsPart(sent, kept) }),
    ...(issueExclusion && { issueExclusion }),
    ...(sectorExclusion && { sectorExclusion }),
  };
  const now: Changes = { ...details, ...exclusions };
  const entries = Object.entries(wanted) as [keyof Changes, unknown][];
  return Object.fromEntries(
    // a missing detail is like an empty list, or null for a rate
    entries.filter(
      ([name, value]) => !equalJson(now[name] ?? (Array.isArray(value) ? [] : null), value),
    ),
  );
}

function wantedDetails(input: UpdateInput, details: UpdatableDetails): UpdatableDetails {
  const { defaultTaxLotSelection: method } = input;
  const beneficiaries = BENEFICIARY_LISTS.flatMap((list) => {
    const sent = input[list];
    return sent ? [[list, withNumbers(list, sent, details)] as const] : [];
  });
  return {
    // rates are removed with the method that uses them
    ...(method && !usesTaxRates(method) && { longTermTaxRate: null, shortTermTaxRate: null }),
    ...updatable(input),
    ...Object.fromEntries(beneficiaries),
  };
}

/** Follows another account of the same owner if the firm bills per member ([account.billing-level]). */
export const changeBillingPlan: AccountRule<ChangeBillingPlan> = (
  { billingPlanOid, followedAccount },
  account,
) => {
  return billingPlanOid === account.billingPlanOid
    ? []
    : recorded(account, { billingPlan: { billingPlanOid, scope: 'follows', followedAccount } });
};

/** Replaces the exclusions that come from one owner. */
export const applyOwnerExclusions: AccountRule<ApplyOwnerExclusions> = (
  { loginId, tickers },
  account,
) => {
  const { accountNumber, ownerExclusions } = account;
  if (!ownersOf(account).includes(loginId)) return [];
  const present = ownerExclusions.find((one) => one.loginId === loginId)?.tickers ?? [];
  const next = [...new Set(tickers)].sort();
  if (equalJson([...present].sort(), next)) return [];
  const data = { accountNumber, loginId, tickers: next };
  return [{ type: 'account.OwnerExclusionsApplied', data }];
};

function updatingProblems(command: UpdateAccount, account: Account): Problem[] {
  const { input, facts } = command;
  const { accountNumber, details } = account;
  return [
    ...pathMismatches({ accountNumber }, input),
    ...nameProblems(facts.nameTaken && !isOwnName(input.accountName, account)),
    ...planProblems(input, facts.billingPlan),
    ...rateProblems(input, input.defaultTaxLotSelection),
    ...numberProblems(input, details),
    ...shareProblems(input),
    ...contingentsLeft(input, account),
    ...closingProblems(command, account),
  ];
}

function isOwnName(name: string | undefined, { details }: Account): boolean {
  return (
    name !== undefined &&
    details.accountName !== undefined &&
    accountNameKey(name) === accountNameKey(details.accountName)
  );
}

/** The contingent beneficiaries after the update require primary ones after the update. */
function contingentsLeft(input: UpdateInput, { details }: Account): Problem[] {
  const changes = input.primaryBeneficiaries ?? input.contingentBeneficiaries;
  return changes ? contingentProblems({ ...details, ...input }) : [];
}

/** Excluded tickers: the client's list and the companies of the owners. */
interface SecurityExclusions {
  readonly securityExclusion: readonly Exclusion[];
  readonly ownerExclusions: readonly OwnerExclusions[];
}

/** The owners' companies that are not in the client's list. */
function addedCompanies({ securityExclusion, ownerExclusions }: SecurityExclusions): Set<string> {
  const named = new Set(securityExclusion.map(({ exclusionValue }) => exclusionValue));
  const companies = ownerExclusions.flatMap(({ tickers }) => tickers);
  return new Set(companies.filter((ticker) => !named.has(ticker)));
}

/** The list as reads show it: the client's entries, then the owners' other companies. */
export function shownExclusions(kept: SecurityExclusions): readonly Exclusion[] {
  const companies = [...addedCompanies(kept)];
  return [...kept.securityExclusion, ...companies.map((exclusionValue) => ({ exclusionValue }))];
}

/**
 * The client's part of a list that was sent. A list with all companies of the owners is taken as one that was read before, so these
 * entries stay the owners'; in any other list every entry is the client's own.
 */
function clientsPart(sent: readonly Exclusion[], kept: SecurityExclusions): readonly Exclusion[] {
  const companies = addedCompanies(kept);
  const shown = ({ exclusionValue, exclusionStartDate, exclusionEndDate }: Exclusion): boolean =>
    (exclusionStartDate ?? exclusionEndDate) === undefined && companies.has(exclusionValue);
  const returned = new Set(sent.filter(shown).map(({ exclusionValue }) => exclusionValue));
  return returned.size < companies.size ? sent : sent.filter((one) => !shown(one));
}

type BeneficiaryList = (typeof BENEFICIARY_LISTS)[number];

/**
 * Replaces masked tax numbers, as reads show them, by those of the same persons on the account. A mask that matches no one stays;
 * {@link numberProblems} reports it.
 */
function withNumbers(
  list: BeneficiaryList,
  sent: readonly Beneficiary[],
  details: UpdatableDetails,
): readonly Beneficiary[] {
  return sent.map((one, index) =>
    one.ssn.isMask ? { ...one, ssn: (known(one, details, list, index) ?? one).ssn } : one,
  );
}

/** A masked tax number must identify exactly one person on the account. */
function numberProblems(input: UpdateInput, details: UpdatableDetails): Problem[] {
  return BENEFICIARY_LISTS.flatMap((list) =>
    (input[list] ?? []).flatMap((one, index) => {
      if (!one.ssn.isMask || known(one, details, list, index)) return [];
      const message = 'The mask matches no such person, or more than one.';
      return prefixProblems(`${list}[${index}]`, [fieldProblem('ssn', FieldCode.Digits, message)]);
    }),
  );
}

/** The person a mask stands for. If several people match, the one at the same index; undefined if that is still ambiguous. */
function known(
  { firstName, lastName, dateOfBirth, ssn }: Beneficiary,
  details: UpdatableDetails,
  list: BeneficiaryList,
  index: number,
): Beneficiary | undefined {
  const same = BENEFICIARY_LISTS.flatMap((name) => details[name] ?? []).filter(
    (one) =>
      one.firstName === firstName &&
      one.lastName === lastName &&
      one.dateOfBirth === dateOfBirth &&
      one.ssn.masked === ssn.reveal(),
  );
  const inPlace = same.find((one) => one === details[list]?.[index]);
  const numbers = new Set(same.map((one) => one.ssn.reveal()));
  return inPlace ?? (numbers.size === 1 ? same[0] : undefined);
}
