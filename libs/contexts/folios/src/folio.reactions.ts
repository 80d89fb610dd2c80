import { Injectable } from '@nestjs/common';
import { ClosingChecks, OpenAccounts } from '#libs/contexts/accounts';
import { AggregateStore, eventOf, type OutcomeOf } from '#libs/platform/event-store';
import {
  type CommandMetadata,
  conflict,
  isRefusal,
  notFound,
  type Recorded,
  type RecordedOf,
  type Refusal,
  refuse,
} from '#libs/platform/kernel';
import {
  CommandRunner,
  Ending,
  metadataOfReaction,
  Reacts,
  SecondLook,
} from '#libs/platform/service';
import { closingOf, closingProblems, findFolio, folioBook, obstaclesOf } from './folio-book.js';
import type { ClosingBegun, FolioIds, PositionsSet } from './folio.events.js';

/** The second step of closing a folio: its open orders are looked up again. */
@Reacts()
export class DecideFolioClosing extends Ending<
  FolioIds,
  ClosingBegun,
  OutcomeOf<typeof folioBook>
> {
  readonly name = 'folios.decide-closing';
  readonly events = ['folio.ClosingBegun'] as const;

  constructor(
    private readonly commands: CommandRunner,
    private readonly checks: ClosingChecks,
  ) {
    super();
  }

  protected async decide({ accountNumber, folioNumber }: FolioIds, metadata: CommandMetadata) {
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

/** The second look of what relies on an open folio. */
@Injectable()
export class OpenFolios {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
  ) {}

  /**
   * Whether the folio is closed, now that an event relying on it is in the log. A closing that has only begun is taken back.
   * @param hinders what the event still keeps the folio open for, in one sentence; undefined if that is over. Asked only if the folio is
   *   about to be closed
   */
  async isClosed(
    { accountNumber, folioNumber }: FolioIds,
    event: Recorded,
    hinders: () => Promise<string | undefined>,
  ): Promise<boolean> {
    const ids = { accountNumber, folioNumber };
    const folio = await this.#find(ids);
    if (!folio) return false;
    // one that was closed before there were two steps is left as it is
    if (folio.folioStatus === 'C') return folio.closing !== undefined;
    if (!closingOf(folio)) return false;
    const obstacle = await hinders();
    // it may be over because the closing is complete and the durable run has undone the event
    if (obstacle === undefined) return (await this.#find(ids))?.folioStatus === 'C';
    const command = { type: 'DecideClosing', ...ids, obstacles: [obstacle] } as const;
    const metadata = metadataOfReaction('folios.keep-open', event, obstacle);
    const outcome = await this.commands.execute(folioBook, accountNumber, command, metadata, {
      always: true,
    });
    if (isRefusal(outcome)) throw new Error(`DecideClosing was refused: ${outcome.kind}`);
    const after = findFolio(outcome.after.state, accountNumber, folioNumber)?.folio;
    return after?.folioStatus === 'C';
  }

  /** Whether the folio had been closed when an event was recorded. */
  async wasClosed(ids: FolioIds, event: Recorded): Promise<boolean> {
    return (await this.#find(ids, event.position))?.folioStatus === 'C';
  }

  async #find({ accountNumber, folioNumber }: FolioIds, asOf?: bigint) {
    const { state } = await this.aggregates.load(folioBook, accountNumber, asOf);
    return findFolio(state, accountNumber, folioNumber)?.folio;
  }
}

/** The second look of a report of positions: they rely on an open account. */
@Reacts()
export class LookAgainAtPositions extends SecondLook<PositionsSet> {
  readonly name = 'folios.look-again-at-positions';
  readonly events = ['folio.PositionsSet'] as const;

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly accounts: OpenAccounts,
  ) {
    super();
  }

  protected async look(event: RecordedOf<PositionsSet>): Promise<Refusal | undefined> {
    const { accountNumber, folioNumber, positions } = event.data;
    if (positions.length === 0) return undefined;
    const hinders = async (): Promise<string | undefined> => {
      const { state } = await this.aggregates.load(folioBook, accountNumber);
      const held = findFolio(state, accountNumber, folioNumber)?.folio.positions.length ?? 0;
      return held > 0 ? positionsHeld({ folioNumber }) : undefined;
    };
    return this.accounts.refusalOf(event, { accountNumber, hinders });
  }

  /** Nothing was held when the account was closed, so nothing is what was there before. */
  protected undo({ data }: RecordedOf<PositionsSet>, metadata: CommandMetadata) {
    const { accountNumber, folioNumber } = data;
    const command = { type: 'DropPositions', accountNumber, folioNumber } as const;
    return this.commands.execute(folioBook, accountNumber, command, metadata);
  }
}

/** What keeps an account from being closed. */
export function positionsHeld({ folioNumber }: { readonly folioNumber: string }): string {
  return `Folio ${folioNumber} has positions.`;
}
