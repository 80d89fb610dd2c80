import { Injectable } from '@nestjs/common';
import { eventOf, type OutcomeOf } from '#libs/platform/event-store';
import {
  type CommandMetadata,
  conflict,
  isRefusal,
  type RecordedOf,
  type Refusal,
} from '#libs/platform/kernel';
import { CommandRunner, metadataOfReaction, type Reaction, Reacts } from '#libs/platform/service';
import { ClosingChecks } from '../closing-checks.js';
import { account } from '../domain/account.js';
import { obstructed } from '../domain/closing.js';
import type { AccountEvent } from '../domain/events.js';

type Begun = Extract<AccountEvent, { type: 'account.ClosingBegun' }>;
type Decided = OutcomeOf<typeof account>;

/**
 * The second step of a closing: what stands in the way is looked up again, with everything that came beside its beginning. The request
 * calls it; the reaction decides a closing whose process died.
 */
@Reacts()
@Injectable()
export class DecideClosing implements Reaction<Begun> {
  readonly name = 'accounts.decide-closing';
  readonly events = ['account.ClosingBegun'] as const;
  readonly inline = false;

  constructor(
    private readonly commands: CommandRunner,
    private readonly checks: ClosingChecks,
  ) {}

  async react(event: RecordedOf<Begun>): Promise<bigint> {
    const { accountNumber } = event.data;
    const decided = await this.decide(accountNumber, this.metadataOf(event));
    return isRefusal(decided) ? 0n : decided.position;
  }

  /** For whoever decides a closing because of its first event. */
  metadataOf(event: RecordedOf<Begun>): CommandMetadata {
    return metadataOfReaction(this.name, event, 'decide');
  }

  /** The closed account, or the refusal for what stood in the way. */
  async decide(accountNumber: string, metadata: CommandMetadata): Promise<Decided | Refusal> {
    const obstacles = await this.checks.ofAccount(accountNumber);
    const command = { type: 'DecideClosing', obstacles } as const;
    const outcome = await this.commands.execute(account, accountNumber, command, metadata);
    if (isRefusal(outcome)) return outcome;
    const { state } = outcome.after;
    const takenBack = eventOf(outcome, 'account.ClosingTakenBack');
    if (takenBack) return obstructed(takenBack.data.obstacles).leaving(outcome.position);
    if (!state.opened || state.closed) return outcome;
    return state.closing.begun
      ? conflict('The account is being closed by another request; try again.')
      : obstructed(state.closing.obstacles).leaving(outcome.position);
  }
}
