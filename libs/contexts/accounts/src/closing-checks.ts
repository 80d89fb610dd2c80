import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { ReadPoint } from '#libs/platform/kernel';

/** What keeps an account from being closed, as known to one context. */
export interface ClosingCheck {
  /**
   * @param point which the read models must have reached
   * @returns a sentence for each obstacle
   */
  obstacles(accountNumber: string, point: ReadPoint): Promise<readonly string[]>;
}

/** Class decorator of providers that implement {@link ClosingCheck}; each is called before an account is closed. */
export const ChecksClosing = DiscoveryService.createDecorator();

/** Runs every {@link ClosingCheck} of the service. */
@Injectable()
export class ClosingChecks {
  constructor(private readonly discovery: DiscoveryService) {}

  async obstacles(accountNumber: string, point: ReadPoint): Promise<readonly string[]> {
    const checks = this.discovery
      .getProviders({ metadataKey: ChecksClosing.KEY })
      .map(({ instance }) => instance as ClosingCheck);
    return (await Promise.all(checks.map((one) => one.obstacles(accountNumber, point)))).flat();
  }
}
