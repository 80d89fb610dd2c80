import { Injectable } from '@nestjs/common';
import type { RecordedOf } from '#libs/platform/kernel';
import { metadataOfReaction, type Reaction, Reacts } from '#libs/platform/service';
import { AccountReservations, nameClaim } from '../account-reservations.js';
import type { AccountEvent } from '../domain/events.js';

type Updated = Extract<AccountEvent, { type: 'account.AccountUpdated' }>;

/** Releases the reservation of an account's former name. */
@Reacts()
@Injectable()
export class ReleaseOldName implements Reaction<Updated> {
  readonly name = 'accounts.release-old-name';
  readonly events = ['account.AccountUpdated'] as const;

  constructor(private readonly reservations: AccountReservations) {}

  async react(event: RecordedOf<Updated>): Promise<bigint> {
    const { accountNumber, primaryAccountOwner, previousAccountName } = event.data;
    if (previousAccountName !== undefined) {
      await this.reservations.resolve(
        [nameClaim(accountNumber, primaryAccountOwner, previousAccountName)],
        metadataOfReaction(this.name, event, 'name'),
      );
    }
    return 0n;
  }
}
