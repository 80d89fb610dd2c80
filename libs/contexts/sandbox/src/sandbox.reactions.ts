import type { FirmDefined } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import type { RecordedOf } from '#libs/platform/kernel';
import { CommandRunner, metadataOfReaction, type Reaction, Reacts } from '#libs/platform/service';
import { SANDBOX_CLOCKS, sandboxClocks } from './clock.js';
import { SandboxClocks } from './clock.facts.js';

/** Starts the clock of a new sandbox firm. */
@Reacts()
export class StartClock implements Reaction<FirmDefined> {
  readonly name = 'sandbox.start-clock';
  readonly events = ['firm.FirmDefined'] as const;

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly clocks: SandboxClocks,
  ) {}

  async react(event: RecordedOf<FirmDefined>): Promise<bigint> {
    const { firmId, sandbox, sandboxStart } = event.data;
    if (sandbox !== true) return 0n;
    const command = {
      type: 'StartClock',
      firmId,
      at: event.at,
      to: sandboxStart ?? event.at,
    } as const;
    const metadata = metadataOfReaction(this.name, event, 'clock');
    const position = await this.commands.executeUnrefused(
      sandboxClocks,
      SANDBOX_CLOCKS,
      command,
      metadata,
    );
    await this.clocks.load(this.aggregates);
    return position;
  }
}
