import { Injectable } from '@nestjs/common';
import type { RtgDirectory } from '#libs/contexts/folios';
import { AggregateStore } from '#libs/platform/event-store';
import { isOid } from '#libs/platform/kernel';
import { rtgDecider } from './rtg.js';

/** Looks up models in the log, not in the read model, so that a model can be followed immediately after its PUT. */
@Injectable()
export class StreamRtgDirectory implements RtgDirectory {
  constructor(private readonly aggregates: AggregateStore) {}

  async exists(rtgOid: string): Promise<boolean> {
    if (!isOid(rtgOid)) return false;
    const { state } = await this.aggregates.load(rtgDecider, rtgOid);
    return state !== undefined;
  }
}
