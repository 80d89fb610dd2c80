import { Injectable } from '@nestjs/common';
import { AggregateStore } from '#libs/platform/event-store';
import { isRefusal, type RecordedOf } from '#libs/platform/kernel';
import { Commands, metadataOfReaction, type Reaction } from '#libs/platform/service';
import { bankAccount } from '../domain/bank-account.js';
import type { BankLinkVerified } from '../domain/bank-link.events.js';
import { bankLink } from '../domain/bank-link.js';
import { VerificationAttempts } from '../verification-attempts.js';

/** Whoever names the right amounts may have been wrong before. */
@Injectable()
export class ClearAttempts implements Reaction<BankLinkVerified> {
  readonly name = 'bank-links.clear-attempts';
  readonly events = ['bankLink.BankLinkVerified'] as const;

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
    private readonly attempts: VerificationAttempts,
  ) {}

  async react(event: RecordedOf<BankLinkVerified>): Promise<bigint> {
    const { bankLinkOid, method } = event.data;
    if (method !== 'microDeposits') return 0n;
    const { state } = await this.aggregates.load(bankLink, bankLinkOid);
    if (!state) throw new Error('an event of a bank link that does not exist');
    const key = this.attempts.keyOf(state);
    const command = { type: 'ClearAttempts', bankLinkOid } as const;
    const metadata = metadataOfReaction(this.name, event, 'clear');
    const outcome = await this.commands.execute(bankAccount, key, command, metadata);
    if (isRefusal(outcome)) throw new Error(`attempts were not cleared: ${outcome.kind}`);
    return outcome.position;
  }
}
