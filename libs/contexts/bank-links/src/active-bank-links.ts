import { Injectable } from '@nestjs/common';
import { AggregateStore } from '#libs/platform/event-store';
import { isRefusal, type Recorded } from '#libs/platform/kernel';
import { CommandRunner, metadataOfReaction } from '#libs/platform/service';
import { bankLink } from './domain/bank-link.js';
import { findBankLink } from './bank-link-facts.js';

/** The second look of what relies on an active bank link. */
@Injectable()
export class ActiveBankLinks {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
  ) {}

  /**
   * Whether the link is cancelled, now that an event relying on it is in the log. A cancellation that has only begun is taken back.
   * @param hinders what the event still needs the link for; undefined if that is over. Asked only if the link is about to be cancelled
   */
  async isCancelled(
    bankLinkOid: string,
    event: Recorded,
    hinders: () => Promise<string | undefined>,
  ): Promise<boolean> {
    const link = await findBankLink(this.aggregates, bankLinkOid);
    // a request cancels no link that money is under way on; a link that ends otherwise takes nothing back
    if (link?.status === 'D') {
      return link.cause === 'request' || (await this.#wasCancelled(bankLinkOid, event));
    }
    if (!link?.cancelling || (await hinders()) === undefined) return false;
    const command = { type: 'DecideCancellation', transactionsInProcess: true } as const;
    const metadata = metadataOfReaction('bank-links.keep-active', event, bankLinkOid);
    const outcome = await this.commands.execute(bankLink, bankLinkOid, command, metadata, {
      always: true,
    });
    if (isRefusal(outcome)) throw new Error(`DecideCancellation was refused: ${outcome.kind}`);
    return outcome.after.state?.status === 'D';
  }

  async #wasCancelled(bankLinkOid: string, event: Recorded): Promise<boolean> {
    return (await findBankLink(this.aggregates, bankLinkOid, event.position))?.status === 'D';
  }
}
