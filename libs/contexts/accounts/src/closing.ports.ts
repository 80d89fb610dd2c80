import { DiscoveryService } from '@nestjs/core';
import type { ReadPoint } from '#libs/platform/kernel';
import type { Discoverable } from '#libs/platform/service';

/** What keeps an account, or one of its folios, from being closed, as known to one context. */
export interface ClosingCheck {
  /** Also called before a folio is closed. */
  readonly ofFolios?: boolean;
  /**
   * @param ids the account number; for a folio, followed by its full number
   * @param point which the read models must have reached
   * @returns a sentence for each obstacle
   */
  obstacles(ids: readonly string[], point: ReadPoint): Promise<readonly string[]>;
}

/** Class decorator of providers that implement {@link ClosingCheck}; each is called before an account is closed. */
export const ChecksClosing: Discoverable<ClosingCheck> = DiscoveryService.createDecorator();
