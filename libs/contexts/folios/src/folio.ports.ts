import { DiscoveryService } from '@nestjs/core';
import type { Discoverable } from '#libs/platform/service';

/** Looks up RTG folio models; the feature that stores them, which imports this one, has it. */
export interface RtgDirectory {
  /** Whether the model exists, as of the end of the log. */
  exists(rtgOid: string): Promise<boolean>;
}

/** Class decorator of the provider that implements {@link RtgDirectory}. */
export const LooksUpRtgs: Discoverable<RtgDirectory> = DiscoveryService.createDecorator();
