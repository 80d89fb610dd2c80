import { Injectable } from '@nestjs/common';
import { AggregateStore, type Claim } from '#libs/platform/event-store';
import { isNumericOid, loginIdKey, type RecordedOf } from '#libs/platform/kernel';
import { Reservations } from '#libs/platform/event-store';
import { metadataOfReaction, type Reaction, type ReservationOwner } from '#libs/platform/service';
import type { BankLinkInput } from './domain/bank-link.commands.js';
import type { BankLinkCancelled } from './domain/bank-link.events.js';
import { bankLink } from './domain/bank-link.js';

/** Kind of the reservation of a bank account among the links of an account and owner; the holder is the link id. */
export const BANK_ACCOUNT = 'bank-account';

/** The claim of a link on its bank account; undefined while the body does not name one. */
export function bankAccountClaim(
  bankLinkOid: string,
  accountNumber: string,
  { ownerLoginId, routingNumber, bankAccountNumber }: BankLinkInput,
): Claim | undefined {
  const number = bankAccountNumber?.reveal();
  if (ownerLoginId === undefined || routingNumber === undefined || number === undefined) {
    return undefined;
  }
  const parts = [accountNumber, loginIdKey(ownerLoginId), routingNumber, number];
  return { kind: BANK_ACCOUNT, value: parts.join('|'), holder: bankLinkOid };
}

/** Answers for linked bank accounts: a link holds its bank account until it is cancelled. */
@Injectable()
export class BankAccountOwner implements ReservationOwner {
  readonly kind = BANK_ACCOUNT;

  constructor(private readonly aggregates: AggregateStore) {}

  async holds(holder: string, key: string): Promise<boolean> {
    if (!isNumericOid(holder)) return false;
    const { state } = await this.aggregates.load(bankLink, holder);
    return state?.status === 'A' && state.bankAccountKey === key;
  }
}

/** Lets the bank account of a cancelled link be linked again. */
@Injectable()
export class ReleaseBankAccount implements Reaction<BankLinkCancelled> {
  readonly name = 'bank-links.release-bank-account';
  readonly events = ['bankLink.BankLinkCancelled'] as const;

  constructor(private readonly reservations: Reservations) {}

  async react(event: RecordedOf<BankLinkCancelled>): Promise<bigint> {
    const { bankLinkOid, bankAccountKey } = event.data;
    const held = { kind: BANK_ACCOUNT, holder: bankLinkOid };
    const metadata = metadataOfReaction(this.name, event, 'bank-account');
    await this.reservations.settle(bankAccountKey, held, false, metadata);
    return 0n;
  }
}
