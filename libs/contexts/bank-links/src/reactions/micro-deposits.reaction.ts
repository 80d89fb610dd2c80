import { Injectable } from '@nestjs/common';
import { AggregateStore } from '#libs/platform/event-store';
import { isRefusal, type RecordedOf } from '#libs/platform/kernel';
import { Commands, metadataOfReaction, type Reaction } from '#libs/platform/service';
import { AchNetwork } from '../ach-network.js';
import type { BankLinkCreated } from '../domain/bank-link.events.js';
import { bankLink } from '../domain/bank-link.js';
import { MicroDepositAmounts } from '../micro-deposit-amounts.js';

/**
 * Sends the micro-deposits of a new link and notes that they were confirmed. A process that dies in between leaves the link
 * unconfirmed, and the durable run sends the same order again.
 */
@Injectable()
export class SendMicroDeposits implements Reaction<BankLinkCreated> {
  readonly name = 'bank-links.send-micro-deposits';
  readonly events = ['bankLink.BankLinkCreated'] as const;

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
    private readonly ach: AchNetwork,
    private readonly amounts: MicroDepositAmounts,
  ) {}

  async react(event: RecordedOf<BankLinkCreated>): Promise<bigint> {
    const { bankLinkOid, accountType, routingNumber, bankAccountNumber } = event.data;
    // missing, against its type and as the routing number, once the key of the owner has been destroyed
    const nameOnAccount = event.data.nameOnAccount as string | undefined;
    const { state } = await this.aggregates.load(bankLink, bankLinkOid);
    if (state?.status !== 'A' || nameOnAccount === undefined) return 0n;
    const amounts = this.amounts.of(bankLinkOid);
    if (!state.deposits) {
      const order = { bankLinkOid, accountType, routingNumber, bankAccountNumber, nameOnAccount };
      await this.ach.sendMicroDeposits(order, amounts);
    }
    const outcome = await this.commands.execute(
      bankLink,
      bankLinkOid,
      { type: 'ConfirmMicroDeposits', amountsKey: this.amounts.key(bankLinkOid, amounts) },
      metadataOfReaction(this.name, event, 'confirm'),
    );
    if (isRefusal(outcome)) throw new Error(`the micro-deposits were refused: ${outcome.kind}`);
    return outcome.position;
  }
}
