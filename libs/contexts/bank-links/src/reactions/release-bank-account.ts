import { Injectable } from '@nestjs/common';
import { Reservations } from '#libs/platform/event-store';
import type { RecordedOf } from '#libs/platform/kernel';
import { metadataOfReaction, type Reaction } from '#libs/platform/service';
import { BANK_ACCOUNT } from '../bank-account-claims.js';
import type { BankLinkCancelled } from '../domain/bank-link.events.js';

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
