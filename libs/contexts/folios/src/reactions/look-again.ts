import { Injectable } from '@nestjs/common';
import { closedRefusal, OpenAccounts } from '#libs/contexts/accounts';
import { AggregateStore } from '#libs/platform/event-store';
import type { CommandMetadata, RecordedOf, Refusal } from '#libs/platform/kernel';
import { CommandRunner, Reacts, SecondLook } from '#libs/platform/service';
import { folioBook } from '../domain/folio-book.js';
import type { FolioCreated, PositionsSet } from '../domain/folio-book.events.js';
import { findFolio } from '../domain/folio-book.state.js';

/** The second look of a report of positions: they rely on an open account. */
@Reacts()
@Injectable()
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

/**
 * The second look of a new folio. Only from the subscription: within one process the account's guard sees a closing up to the append, and
 * an empty folio that another process made meanwhile holds nothing.
 */
@Reacts()
@Injectable()
export class LookAgainAtFolio extends SecondLook<FolioCreated> {
  readonly name = 'folios.look-again-at-folio';
  readonly events = ['folio.FolioCreated'] as const;
  readonly inline = false;

  constructor(
    private readonly commands: CommandRunner,
    private readonly accounts: OpenAccounts,
  ) {
    super();
  }

  protected async look(event: RecordedOf<FolioCreated>): Promise<Refusal | undefined> {
    const wasClosed = await this.accounts.wasClosed(event.data.accountNumber, event);
    return wasClosed ? closedRefusal() : undefined;
  }

  protected undo({ data }: RecordedOf<FolioCreated>, metadata: CommandMetadata) {
    const { accountNumber, folioNumber } = data;
    const command = { type: 'DropFolio', accountNumber, folioNumber } as const;
    return this.commands.execute(folioBook, accountNumber, command, metadata);
  }
}
