import {
  equalJson,
  FieldCode,
  fieldProblem,
  forbidden,
  inside,
  pathMismatches,
  type Problem,
  refuse,
  usesTaxRates,
} from '#libs/platform/kernel';
import type {
  ApplyOwnerExclusions,
  ChangeBillingPlan,
  UpdateAccount,
  UpdateInput,
} from './commands.js';
import { closed, closingProblems, closingRefusal, updateClosed } from './closing.js';
import type {
  AccountEvent,
  AccountUpdated,
  Beneficiary,
  Exclusion,
  UpdatableDetails,
} from './events.js';
import {
  type Account,
  type AccountRule,
  jointly,
  type OwnerExclusions,
  updatable,
} from './state.js';
import {
  accountNameKey,
  BENEFICIARY_LISTS,
  contingentProblems,
  nameProblems,
  planProblems,
  rateProblems,
  shareProblems,
} from './details.js';

/**
 * Changes what differs from the account as it is; nothing that differs is no event. Where the firm bills per member, a plan moves all
 * accounts of the primary owner: who manages one of them only, a joint owner perhaps, does not change the others by it.
 */
export const updateAccount: AccountRule<UpdateAccount> = (command, account) => {
  if (account.closed) return updateClosed(command);
  const barred = closingRefusal(command, account);
  if (barred) return barred;
  const { billingPlanOid } = command.input;
  const moves = billingPlanOid !== undefined && billingPlanOid !== account.billingPlanOid;
  if (moves && !command.facts.managesAll) {
    return forbidden(
      'The firm bills per member, and the caller may not manage all accounts of it.',
    );
  }
  const problems = updatingProblems(command, account);
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
      ...jointly(account),
      ...changes,
      ...(renamed && { previousAccountName }),
    };
    events.push({ type: 'account.AccountUpdated', data });
  }
  if (moves) {
    events.push(planChanged(account, billingPlanOid, { scope: command.facts.billingLevel }));
  }
  return [...events, ...closed(command, account)];
};

type Changes = Omit<AccountUpdated, 'accountNumber' | 'primaryAccountOwner' | 'owners'>;

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
    entries.filter(([name, value]) => !equalJson(now[name] ?? none(value), value)),
  );
}

/** What a detail without a value compares as: no list is an empty one, no rate is null. */
function none(value: unknown): unknown {
  return Array.isArray(value) ? [] : null;
}

function wantedDetails(input: UpdateInput, details: UpdatableDetails): UpdatableDetails {
  const { defaultTaxLotSelection: method } = input;
  const beneficiaries = BENEFICIARY_LISTS.flatMap((list) => {
    const sent = input[list];
    return sent ? [[list, withNumbers(list, sent, details)] as const] : [];
  });
  return {
    // rates do not outlive the method they belong to
    ...(method && !usesTaxRates(method) && { longTermTaxRate: null, shortTermTaxRate: null }),
    ...updatable(input),
    ...Object.fromEntries(beneficiaries),
  };
}

/** Follows another account of the same owner, where the firm bills per member ([account.billing-level]). */
export const changeBillingPlan: AccountRule<ChangeBillingPlan> = (
  { billingPlanOid, followedAccount },
  account,
) => {
  return billingPlanOid === account.billingPlanOid
    ? []
    : [planChanged(account, billingPlanOid, { scope: 'follows', followedAccount })];
};

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
    data: { accountNumber, primaryAccountOwner, billingPlanOid, previousBillingPlanOid, ...reason },
  };
}

/** Replaces the exclusions that come from one owner; an account the login id does not own is left alone. */
export const applyOwnerExclusions: AccountRule<ApplyOwnerExclusions> = (
  { loginId, tickers },
  account,
) => {
  const { accountNumber, primaryAccountOwner, jointOwners, ownerExclusions } = account;
  if (loginId !== primaryAccountOwner && !jointOwners.includes(loginId)) return [];
  const present = ownerExclusions.find((one) => one.loginId === loginId)?.tickers ?? [];
  const next = [...new Set(tickers)].sort();
  if (equalJson([...present].sort(), next)) return [];
  const data = { accountNumber, loginId, tickers: next };
  return [{ type: 'account.OwnerExclusionsApplied', data }];
};

/** Every problem that an update would be refused for. */
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

/** Contingent beneficiaries as they would be after the update need primary ones as they would be then. */
function contingentsLeft(input: UpdateInput, { details }: Account): Problem[] {
  const changes = input.primaryBeneficiaries ?? input.contingentBeneficiaries;
  return changes ? contingentProblems({ ...details, ...input }) : [];
}

/** What is kept out of an account by ticker: the client's list, and companies its owners direct. */
interface SecurityExclusions {
  readonly securityExclusion: readonly Exclusion[];
  readonly ownerExclusions: readonly OwnerExclusions[];
}

/** The companies of the owners that the client's list does not name. */
function companiesBeside({ securityExclusion, ownerExclusions }: SecurityExclusions): Set<string> {
  const named = new Set(securityExclusion.map(({ exclusionValue }) => exclusionValue));
  const companies = ownerExclusions.flatMap(({ tickers }) => tickers);
  return new Set(companies.filter((ticker) => !named.has(ticker)));
}

/** The list as a read shows it: the client's and, after it, the companies of the owners that it does not name. */
export function shownExclusions(kept: SecurityExclusions): readonly Exclusion[] {
  const companies = [...companiesBeside(kept)];
  return [...kept.securityExclusion, ...companies.map((exclusionValue) => ({ exclusionValue }))];
}

/**
 * Of a list that was sent the client's part. A list with all companies of the owners is one that was read, and they stay the
 * owners'; in any other the client names for itself what it names.
 */
function clientsPart(sent: readonly Exclusion[], kept: SecurityExclusions): readonly Exclusion[] {
  const companies = companiesBeside(kept);
  const shown = ({ exclusionValue, exclusionStartDate, exclusionEndDate }: Exclusion): boolean =>
    (exclusionStartDate ?? exclusionEndDate) === undefined && companies.has(exclusionValue);
  const returned = new Set(sent.filter(shown).map(({ exclusionValue }) => exclusionValue));
  return returned.size < companies.size ? sent : sent.filter((one) => !shown(one));
}

/** Name of a list of beneficiaries. */
type BeneficiaryList = (typeof BENEFICIARY_LISTS)[number];

/**
 * Beneficiaries with their tax numbers: one that came masked, as a read shows it, is that of the same person on the account. The
 * mask of nobody stays; {@link numberProblems} reports it.
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

/** A masked tax number belongs to somebody on the account, and to nobody else there. */
function numberProblems(input: UpdateInput, details: UpdatableDetails): Problem[] {
  return BENEFICIARY_LISTS.flatMap((list) =>
    (input[list] ?? []).flatMap((one, index) => {
      if (!one.ssn.isMask || known(one, details, list, index)) return [];
      const wrong = fieldProblem(
        'ssn',
        FieldCode.Digits,
        'the mask of no such person, or of several',
      );
      return inside(`${list}[${index}]`, [wrong]);
    }),
  );
}

/** Whom a mask stands for: of several people that read the same, the one in the same place, else none of them for sure. */
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
