import { Injectable } from '@nestjs/common';
import { eventOf, type OutcomeOf } from '#libs/platform/event-store';
import {
  type CommandMetadata,
  isRefusal,
  type RecordedOf,
  type Refusal,
  refuse,
} from '#libs/platform/kernel';
import { CommandRunner, metadataOfReaction, type Reaction, Reacts } from '#libs/platform/service';
import { BankLinkFacts } from '../bank-link-facts.js';
import { bankLink } from '../domain/bank-link.js';
import { bankLinkRules } from '../domain/bank-link-rules.js';
import type { CancellationBegun } from '../domain/bank-link.events.js';

/**
 * The second step of a cancellation: money under way is looked up again, with everything that came beside its beginning. The request
 * calls it; the reaction decides a cancellation whose process died.
 */
@Reacts()
@Injectable()
export class DecideCancellation implements Reaction<CancellationBegun> {
  readonly name = 'bank-links.decide-cancellation';
  readonly events = ['bankLink.CancellationBegun'] as const;
  readonly inline = false;

  constructor(
    private readonly commands: CommandRunner,
    private readonly facts: BankLinkFacts,
  ) {}

  async react(event: RecordedOf<CancellationBegun>): Promise<bigint> {
    const decided = await this.decide(event.data.bankLinkOid, this.metadataOf(event));
    return isRefusal(decided) ? 0n : decided.position;
  }

  /** For whoever decides a cancellation because of its first event. */
  metadataOf(event: RecordedOf<CancellationBegun>): CommandMetadata {
    return metadataOfReaction(this.name, event, 'decide');
  }

  /** The cancelled link, or the refusal for money that is under way. */
  async decide(
    bankLinkOid: string,
    metadata: CommandMetadata,
  ): Promise<OutcomeOf<typeof bankLink> | Refusal> {
    const transactionsInProcess = await this.facts.transactionsInProcess(bankLinkOid);
    const command = { type: 'DecideCancellation', transactionsInProcess } as const;
    const outcome = await this.commands.execute(bankLink, bankLinkOid, command, metadata);
    if (isRefusal(outcome)) return outcome;
    return eventOf(outcome, 'bankLink.CancellationTakenBack') || outcome.after.state?.status === 'A'
      ? refuse(bankLinkRules.broken('banklink.transactions.in.process.rule')).leaving(
          outcome.position,
        )
      : outcome;
  }
}
