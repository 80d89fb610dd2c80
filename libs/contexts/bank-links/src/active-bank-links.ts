import { Inject, Injectable } from '@nestjs/common';
import { AggregateStore } from '#libs/platform/event-store';
import { businessNow, type Clock, isRefusal, type Recorded } from '#libs/platform/kernel';
import { CLOCK, Commands, metadataOfReaction } from '#libs/platform/service';
import { bankLink } from './domain/bank-link.js';
import { statusAt } from './domain/bank-link.state.js';
import { findBankLink } from './bank-link-facts.js';

/** The second look of what relies on an active bank link. */
@Injectable()
export class ActiveBankLinks {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Whether the link is cancelled, now that an event relying on it is in the log. A cancellation that has only begun is taken back.
   * @param hinders what the event still needs the link for; undefined if that is over. Asked only if the link is at D, or about to be
   */
  async isCancelled(
    bankLinkOid: string,
    event: Recorded,
    hinders: () => Promise<string | undefined>,
  ): Promise<boolean> {
    const link = await findBankLink(this.aggregates, bankLinkOid);
    if (!link) return false;
    const status = statusAt(link, businessNow(this.clock, link.firmId));
    if (status === 'A' && !link.cancelling) return false;
    if ((await hinders()) === undefined) return false;
    if (status === 'D') return true;
    const command = { type: 'DecideCancellation', transactionsInProcess: true } as const;
    const metadata = metadataOfReaction('bank-links.keep-active', event, bankLinkOid);
    const outcome = await this.commands.execute(bankLink, bankLinkOid, command, metadata, {
      always: true,
    });
    if (isRefusal(outcome)) throw new Error(`DecideCancellation was refused: ${outcome.kind}`);
    return outcome.after.state?.status === 'D';
  }
}
