import type { AggregateStore } from '#libs/platform/event-store';
import { RefusedException } from '#libs/platform/http';
import { isNumericOid, notFound } from '#libs/platform/kernel';
import { bankLink } from './domain/bank-link.js';

/** @throws RefusedException 404 for a bank link that an account does not have */
export async function requireBankLink(
  aggregates: AggregateStore,
  accountNumber: string,
  bankLinkOid: string,
): Promise<void> {
  const known = isNumericOid(bankLinkOid)
    ? await aggregates.load(bankLink, bankLinkOid)
    : undefined;
  if (known?.state?.accountNumber !== accountNumber) throw new RefusedException(notFound());
}
