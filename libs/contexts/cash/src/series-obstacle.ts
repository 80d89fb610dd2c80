import { type AccountView, closedProblem, restrictionProblem } from '#libs/contexts/accounts';

/** Why an account can't take the next transaction of a series now; undefined if it can. */
export function seriesObstacle(
  account: Pick<AccountView, 'closed' | 'restrictions'>,
): string | undefined {
  return (closedProblem(account) ?? restrictionProblem(account, 'createCashTransaction'))?.message;
}
