import { Injectable } from '@nestjs/common';
import { AggregateStore, type Claim } from '#libs/platform/event-store';
import { loginIdKey } from '#libs/platform/kernel';
import { OwnsReservations, type ReservationOwner } from '#libs/platform/service';
import type { NewBankLink } from './domain/bank-link.events.js';
import { findBankLink } from './bank-link-facts.js';

/** Reservation kind: a bank account among the links of one account and owner. The holder is the link id. */
export const BANK_ACCOUNT = 'bank-account';

/** A link's claim on its bank account. */
export function bankAccountClaim(
  bankLinkOid: string,
  accountNumber: string,
  { ownerLoginId, routingNumber, bankAccountNumber }: NewBankLink,
): Claim {
  const number = bankAccountNumber.reveal();
  const parts = [accountNumber, loginIdKey(ownerLoginId), routingNumber, number];
  return { kind: BANK_ACCOUNT, value: parts.join('|'), holder: bankLinkOid };
}

/** A link holds its bank account until it is cancelled. */
@OwnsReservations()
@Injectable()
export class BankAccountOwner implements ReservationOwner {
  readonly kind = BANK_ACCOUNT;

  constructor(private readonly aggregates: AggregateStore) {}

  async holds(holder: string, key: string): Promise<boolean> {
    const link = await findBankLink(this.aggregates, holder);
    return link?.status === 'A' && link.bankAccountKey === key;
  }
}
