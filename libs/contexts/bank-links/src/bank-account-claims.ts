import { Injectable } from '@nestjs/common';
import { AggregateStore, type Claim } from '#libs/platform/event-store';
import { loginIdKey } from '#libs/platform/kernel';
import type { ReservationOwner } from '#libs/platform/service';
import type { NewBankLink } from './domain/bank-link.events.js';
import { findBankLink } from './bank-link-facts.js';

/** Kind of the reservation of a bank account among the links of an account and owner; the holder is the link id. */
export const BANK_ACCOUNT = 'bank-account';

/** The claim of a link on its bank account. */
export function bankAccountClaim(
  bankLinkOid: string,
  accountNumber: string,
  { ownerLoginId, routingNumber, bankAccountNumber }: NewBankLink,
): Claim {
  const number = bankAccountNumber.reveal();
  const parts = [accountNumber, loginIdKey(ownerLoginId), routingNumber, number];
  return { kind: BANK_ACCOUNT, value: parts.join('|'), holder: bankLinkOid };
}

/** Answers for linked bank accounts: a link holds its bank account until it is cancelled. */
@Injectable()
export class BankAccountOwner implements ReservationOwner {
  readonly kind = BANK_ACCOUNT;

  constructor(private readonly aggregates: AggregateStore) {}

  async holds(holder: string, key: string): Promise<boolean> {
    const link = await findBankLink(this.aggregates, holder);
    return link?.status === 'A' && link.bankAccountKey === key;
  }
}
