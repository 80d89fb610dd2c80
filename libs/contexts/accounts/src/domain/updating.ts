import { type Decision, forbidden, refuse, usesTaxRates } from '#libs/platform/kernel';
import type {
  ApplyOwnerExclusions,
  ChangeBillingPlan,
  UpdateAccount,
  UpdateInput,
} from './commands.js';
import { closed, closingRefusal, updateClosed } from './closing.js';
import type { AccountEvent, AccountUpdated, UpdatableDetails } from './events.js';
import { clientsPart } from './exclusions.js';
import { withNumbers } from './known-numbers.js';
import { sameValue } from './same-value.js';
import { type Account, jointly, updatable } from './state.js';
import { updatingProblems } from './updating-checks.js';

/**
 * Changes what differs from the account as it is; nothing that differs is no event. Where the firm bills per member, a plan moves all
 * accounts of the primary owner: who manages one of them only, a joint owner perhaps, does not change the others by it.
 */
export function updateAccount(command: UpdateAccount, account: Account): Decision<AccountEvent> {
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
}

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
    entries.filter(([name, value]) => !sameValue(now[name] ?? none(value), value)),
  );
}

/** What a detail without a value compares as: no list is an empty one, no rate is null. */
function none(value: unknown): unknown {
  return Array.isArray(value) ? [] : null;
}

function wantedDetails(input: UpdateInput, details: UpdatableDetails): UpdatableDetails {
  const { defaultTaxLotSelection: method, primaryBeneficiaries, contingentBeneficiaries } = input;
  return {
    // rates do not outlive the method they belong to
    ...(method && !usesTaxRates(method) && { longTermTaxRate: null, shortTermTaxRate: null }),
    ...updatable(input),
    ...(primaryBeneficiaries && {
      primaryBeneficiaries: withNumbers('primaryBeneficiaries', primaryBeneficiaries, details),
    }),
    ...(contingentBeneficiaries && {
      contingentBeneficiaries: withNumbers(
        'contingentBeneficiaries',
        contingentBeneficiaries,
        details,
      ),
    }),
  };
}

/** Follows another account of the same owner, where the firm bills per member ([account.billing-level]). */
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
