import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { ReadPoint } from '#libs/platform/kernel';

/** What keeps an account from being closed, as far as one context knows. */
export interface ClosingCheck {
  /**
   * @param point how far the read models have to be
   * @returns a sentence for each thing that is held or under way
   */
  inTheWay(accountNumber: string, point: ReadPoint): Promise<readonly string[]>;
}

/** Class annotation of a provider that is a {@link ClosingCheck}: it is asked before any account is closed. */
export const ChecksClosing = DiscoveryService.createDecorator();

/** Asks every {@link ClosingCheck} of the service. */
@Injectable()
export class ClosingChecks {
  constructor(private readonly discovery: DiscoveryService) {}

  async inTheWay(accountNumber: string, point: ReadPoint): Promise<readonly string[]> {
    const checks = this.discovery
      .getProviders({ metadataKey: ChecksClosing.KEY })
      .map(({ instance }) => instance as ClosingCheck);
    return (await Promise.all(checks.map((one) => one.inTheWay(accountNumber, point)))).flat();
  }
}
