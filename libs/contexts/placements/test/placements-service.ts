import { OpenAccounts } from '#libs/contexts/accounts';
import { ActingPersons, memberDecider, memberEvents } from '#libs/contexts/members';
import { isRefusal, processMetadata, timestampOf } from '#libs/platform/kernel';
import { defineContext, type Platform } from '#libs/platform/service';
import { RunningContexts, type Sent } from '../../../../test/support/running-contexts.js';
import { createMember } from '../../members/test/samples.js';
import { placements } from '../src/placements.context.js';

const members = defineContext({
  name: 'members',
  events: [memberEvents],
  projections: [],
  providers: [ActingPersons, OpenAccounts],
  exports: [ActingPersons, OpenAccounts],
});

/** Runs this context with an adjustable clock. */
export class PlacementsService {
  private constructor(
    private readonly contexts: RunningContexts,
    private readonly clock: { at: number },
  ) {}

  static async start(): Promise<PlacementsService> {
    const clock = { at: Date.parse('2026-03-02T15:00:00.000Z') };
    const now = (): number => clock.at;
    return new PlacementsService(
      await RunningContexts.start([members, placements], { now }),
      clock,
    );
  }

  get platform(): Platform {
    return this.contexts.platform;
  }

  get now(): number {
    return this.clock.at;
  }

  set now(at: number) {
    this.clock.at = at;
  }

  stop(): Promise<void> {
    return this.contexts.stop();
  }

  call(method: 'GET' | 'HEAD' | 'PUT', url: string, sent: Sent) {
    return this.contexts.call(method, url, sent);
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
