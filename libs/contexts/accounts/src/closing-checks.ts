import { Inject, Injectable, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Clock, ReadPoint } from '#libs/platform/kernel';
import { type Document, type ReadModelDefinition, ReadModels } from '#libs/platform/read-models';
import { CLOCK, type Discoverable, discovered } from '#libs/platform/service';

/** What keeps an account from being closed, as known to one context. */
export interface ClosingCheck {
  /**
   * @param point which the read models must have reached
   * @returns a sentence for each obstacle
   */
  obstacles(accountNumber: string, point: ReadPoint): Promise<readonly string[]>;
}

/** Class decorator of providers that implement {@link ClosingCheck}; each is called before an account is closed. */
export const ChecksClosing: Discoverable<ClosingCheck> = DiscoveryService.createDecorator();

/**
 * Makes the provider of a {@link ClosingCheck} that looks at each document of an account.
 * @param index whose first field is the account number
 * @param obstacle a sentence if the document is an obstacle
 */
export function closingCheck<D extends Document>(
  projection: ReadModelDefinition<D>,
  index: string,
  obstacle: (document: D, clock: Clock) => string | false,
): Type<ClosingCheck> {
  @ChecksClosing()
  @Injectable()
  class DocumentsOfAccount implements ClosingCheck {
    constructor(
      private readonly readModels: ReadModels,
      @Inject(CLOCK) private readonly clock: Clock,
    ) {}

    async obstacles(accountNumber: string, point: ReadPoint): Promise<readonly string[]> {
      const selection = { index, equals: [accountNumber] };
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

/** Runs every {@link ClosingCheck} of the service. */
@Injectable()
export class ClosingChecks {
  constructor(private readonly discovery: DiscoveryService) {}

  async obstacles(accountNumber: string, point: ReadPoint): Promise<readonly string[]> {
    const checks = discovered(this.discovery, ChecksClosing);
    return (await Promise.all(checks.map((one) => one.obstacles(accountNumber, point)))).flat();
  }
}
