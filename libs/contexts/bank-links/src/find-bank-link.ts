import type { AggregateStore } from '#libs/platform/event-store';
import { RefusedException } from '#libs/platform/http';
import { isNumericOid, notFound } from '#libs/platform/kernel';
import { bankLink } from './domain/bank-link.js';
import type { BankLinkState } from './domain/bank-link.state.js';

/**
 * A bank link as the log has it at the time of the call; undefined when there is none.
 * @param asOf a position: as it was then
 */
export async function findBankLink(
  aggregates: AggregateStore,
  oid: string,
  asOf?: bigint,
): Promise<BankLinkState> {
  return isNumericOid(oid) ? (await aggregates.load(bankLink, oid, asOf)).state : undefined;
}

/**
 * Comes before `If-Match` is looked at: its 412 would tell that another account has a link of this id.
 * @throws RefusedException 404 for a bank link that an account does not have
 */
export async function requireBankLink(
  aggregates: AggregateStore,
  accountNumber: string,
  oid: string,
): Promise<void> {
  const link = await findBankLink(aggregates, oid);
  if (link?.accountNumber !== accountNumber) throw new RefusedException(notFound());
}
