import type { AggregateStore } from '#libs/platform/event-store';
import type { Problem } from '#libs/platform/kernel';
import { requireAccount } from '#libs/contexts/accounts';
import { nonTaxableProblem } from './tax-lot.js';

/** Returns a problem if the account is not taxable. @throws RefusedException 404 for an unknown account */
export async function nonTaxableAccount(
  aggregates: AggregateStore,
  accountNumber: string,
): Promise<Problem | undefined> {
  return nonTaxableProblem((await requireAccount(aggregates, accountNumber)).accountType);
}
