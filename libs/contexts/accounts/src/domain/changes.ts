import type { AccountChanges, AccountEvent } from './events.js';
import { type Account, jointly } from './state.js';

/** The events that record the changes of an update. */
export function recorded(
  account: Account,
  { details, billingPlan }: AccountChanges,
): readonly AccountEvent[] {
  const { accountNumber, primaryAccountOwner, billingPlanOid: previousBillingPlanOid } = account;
  const events: AccountEvent[] = [];
  if (details) {
    const { accountName: previousAccountName } = account.details;
    const renamed = details.accountName !== undefined && previousAccountName !== undefined;
    const data = {
      accountNumber,
      primaryAccountOwner,
      ...jointly(account),
      ...details,
      ...(renamed && { previousAccountName }),
    };
    events.push({ type: 'account.AccountUpdated', data });
  }
  if (billingPlan) {
    const data = { accountNumber, primaryAccountOwner, previousBillingPlanOid, ...billingPlan };
    events.push({ type: 'account.BillingPlanChanged', data });
  }
  return events;
}
