import { Injectable } from '@nestjs/common';
import { ClosingChecks } from '#libs/contexts/accounts';
import { eventOf, type OutcomeOf } from '#libs/platform/event-store';
import {
  type CommandMetadata,
  conflict,
  isRefusal,
  notFound,
  type RecordedOf,
  type Refusal,
  refuse,
} from '#libs/platform/kernel';
import { CommandRunner, metadataOfReaction, type Reaction, Reacts } from '#libs/platform/service';
import { closingProblems, folioBook } from '../domain/folio-book.js';
import type { ClosingBegun, FolioIds } from '../domain/folio-book.events.js';
import { closingOf, findFolio, obstaclesOf } from '../domain/folio-book.state.js';

/**
 * The second step of closing a folio: its open orders are looked up again, with everything that came beside its beginning. The request
 * calls it; the reaction decides a closing whose process died.
 */
@Reacts()
@Injectable()
export class DecideFolioClosing implements Reaction<ClosingBegun> {
  readonly name = 'folios.decide-closing';
  readonly events = ['folio.ClosingBegun'] as const;
  readonly inline = false;

  constructor(
    private readonly commands: CommandRunner,
    private readonly checks: ClosingChecks,
  ) {}

  async react(event: RecordedOf<ClosingBegun>): Promise<bigint> {
    const decided = await this.decide(event.data, this.metadataOf(event));
    return isRefusal(decided) ? 0n : decided.position;
  }

  /** For whoever decides a closing because of its first event. */
  metadataOf(event: RecordedOf<ClosingBegun>): CommandMetadata {
    return metadataOfReaction(this.name, event, 'decide');
  }

  /** The book with the closed folio, or the refusal for what stood in the way. */
  async decide(
    { accountNumber, folioNumber }: FolioIds,
    metadata: CommandMetadata,
  ): Promise<OutcomeOf<typeof folioBook> | Refusal> {
    const obstacles = await this.checks.ofFolio(accountNumber, folioNumber);
    const command = { type: 'DecideClosing', accountNumber, folioNumber, obstacles } as const;
    const outcome = await this.commands.execute(folioBook, accountNumber, command, metadata);
    if (isRefusal(outcome)) return outcome;
    const folio = findFolio(outcome.after.state, accountNumber, folioNumber)?.folio;
    if (!folio) return notFound();
    const takenBack = eventOf(outcome, 'folio.ClosingTakenBack');
    if (!takenBack && folio.folioStatus === 'C') return outcome;
    const problems = closingProblems(folio, takenBack?.data.obstacles ?? obstaclesOf(folio));
    return closingOf(folio) || problems.length === 0
      ? conflict('The folio is being changed by others; try again.')
      : refuse(...problems).leaving(outcome.position);
  }
}
