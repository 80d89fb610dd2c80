import { Inject, Injectable, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { EventStore } from '#libs/platform/event-store';
import type { Clock, ReadPoint } from '#libs/platform/kernel';
import { type Document, type ReadModelDefinition, ReadModels } from '#libs/platform/read-models';
import { CLOCK, discovered, EVENT_STORE } from '#libs/platform/service';
import { type ClosingCheck, ChecksClosing } from './closing.ports.js';

/**
 * Makes the provider of a {@link ClosingCheck} that looks at each document of an account.
 * @param index whose first field is the account number, and the second the folio number if the check is for folios too
 * @param obstacle a sentence if the document is an obstacle
 */
export function closingCheck<D extends Document>(
  projection: ReadModelDefinition<D>,
  index: string,
  obstacle: (document: D, clock: Clock) => string | false,
  { ofFolios = false }: { readonly ofFolios?: boolean } = {},
): Type<ClosingCheck> {
  @ChecksClosing()
  class DocumentsOfAccount implements ClosingCheck {
    readonly ofFolios = ofFolios;

    constructor(
      private readonly readModels: ReadModels,
      @Inject(CLOCK) private readonly clock: Clock,
    ) {}

    async obstacles(ids: readonly string[], point: ReadPoint): Promise<readonly string[]> {
      const selection = { index, equals: ids };
      const obstacles: string[] = [];
      for await (const document of this.readModels.of(projection).each(selection, point)) {
        const found = obstacle(document, this.clock);
        if (found !== false) obstacles.push(found);
      }
      return obstacles;
    }
  }
  return DocumentsOfAccount;
}

/** Runs every {@link ClosingCheck} of the service, with everything that is in the log at the time of the call. */
@Injectable()
export class ClosingChecks {
  constructor(
    private readonly discovery: DiscoveryService,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
  ) {}

  /** What keeps an account from being closed, one sentence each. */
  ofAccount(accountNumber: string): Promise<readonly string[]> {
    return this.#obstacles([accountNumber], discovered(this.discovery, ChecksClosing));
  }

  /** What keeps a folio from being closed, apart from what its own stream knows. */
  ofFolio(accountNumber: string, folioNumber: string): Promise<readonly string[]> {
    const checks = discovered(this.discovery, ChecksClosing);
    return this.#obstacles(
      [accountNumber, folioNumber],
      checks.filter(({ ofFolios }) => ofFolios === true),
    );
  }

  async #obstacles(ids: readonly string[], checks: readonly ClosingCheck[]) {
    const point = await this.eventStore.head();
    return (await Promise.all(checks.map((one) => one.obstacles(ids, point)))).flat();
  }
}
