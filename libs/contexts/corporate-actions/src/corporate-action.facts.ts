import type { AggregateStore } from '#libs/platform/event-store';
import { isOid, notFound, RefusedException } from '#libs/platform/kernel';
import { actionId, corporateAction } from './corporate-action.js';

/** Checks that the account has this action, before `If-Match` is evaluated. @throws RefusedException 404 */
export async function requireAction(
  aggregates: AggregateStore,
  accountNumber: string,
  notifid: string,
): Promise<void> {
  const id = actionId(accountNumber, notifid);
  if (isOid(notifid) && (await aggregates.load(corporateAction, id)).state) return;
  throw new RefusedException(notFound());
}
