import { Injectable } from '@nestjs/common';
import { AggregateStore } from '#libs/platform/event-store';
import { isRefusal, type Recorded } from '#libs/platform/kernel';
import { CommandRunner, metadataOfReaction } from '#libs/platform/service';
import { folioBook } from './domain/folio-book.js';
import type { FolioIds } from './domain/folio-book.events.js';
import { closingOf, findFolio } from './domain/folio-book.state.js';

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
    const { state } = await this.aggregates.load(folioBook, accountNumber);
    const folio = findFolio(state, accountNumber, folioNumber)?.folio;
    if (!folio) return false;
    // one that was closed before there were two steps is left as it is
    if (folio.folioStatus === 'C') return folio.closing !== undefined;
    if (!closingOf(folio)) return false;
    const obstacle = await hinders();
    if (obstacle === undefined) return false;
    const ids = { accountNumber, folioNumber };
    const command = { type: 'DecideClosing', ...ids, obstacles: [obstacle] } as const;
    const metadata = metadataOfReaction('folios.keep-open', event, obstacle);
    const outcome = await this.commands.execute(folioBook, accountNumber, command, metadata, {
      always: true,
    });
    if (isRefusal(outcome)) throw new Error(`DecideClosing was refused: ${outcome.kind}`);
    const after = findFolio(outcome.after.state, accountNumber, folioNumber)?.folio;
    return after?.folioStatus === 'C';
  }
}
