import { RtgDirectory } from '#libs/contexts/folios';
import { memberDecider } from '#libs/contexts/members';
import { isRefusal, processMetadata, timestampOf } from '#libs/platform/kernel';
import type { Platform } from '#libs/platform/service';
import { RunningFeature, type FeatureRequest } from '../../../../test/support/running-feature.js';
import { createMember } from '../../members/test/samples.js';
import { PlacementsModule } from '../src/placements.module.js';

class NoRtgs implements RtgDirectory {
  exists(): Promise<boolean> {
    return Promise.resolve(false);
  }
}

/** Runs this context with an adjustable clock. */
export class PlacementsService {
  private constructor(
    private readonly running: RunningFeature,
    private readonly clock: { at: number },
  ) {}

  static async start(): Promise<PlacementsService> {
    const clock = { at: Date.parse('2026-03-02T15:00:00.000Z') };
    const now = (): number => clock.at;
    return new PlacementsService(
      await RunningFeature.start(PlacementsModule, { now }, [
        { provide: RtgDirectory, useClass: NoRtgs },
      ]),
      clock,
    );
  }

  get platform(): Platform {
    return this.running.platform;
  }

  get now(): number {
    return this.clock.at;
  }

  set now(at: number) {
    this.clock.at = at;
  }

  stop(): Promise<void> {
    return this.running.stop();
  }

  call(method: 'GET' | 'HEAD' | 'PUT', url: string, sent: FeatureRequest) {
    return this.running.call(method, url, sent);
  }

  /** A member whose advisor is `advisor`. */
  async addMember(loginId: string, firmId: string): Promise<void> {
    const command = { ...createMember({ loginId }), firm: { firmId }, advisorLoginId: 'advisor' };
    const metadata = processMetadata('test', loginId, timestampOf(this.now));
    const { aggregates } = this.platform;
    const outcome = await aggregates.handle(memberDecider, loginId, command, metadata);
    if (isRefusal(outcome)) throw new Error('the member was not created');
  }
}
