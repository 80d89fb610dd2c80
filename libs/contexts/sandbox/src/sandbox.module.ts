import { Module } from '@nestjs/common';
import { OrdersModule } from '#libs/contexts/orders';
import { MembersModule } from '#libs/contexts/members';
import { ImportModule } from '#libs/contexts/import';
import { FoliosModule } from '#libs/contexts/folios';
import { BankLinksModule } from '#libs/contexts/bank-links';
import { AccountsModule } from '#libs/contexts/accounts';
import { CLOCK, EventSourcingModule, PLATFORM, type Platform } from '#libs/platform/service';
import { BackOffice, SandboxController } from './sandbox.controller.js';
import { ClockController } from './clock.controller.js';
import { SandboxClocks } from './clock.facts.js';
import { sandboxEvents } from './clock.events.js';
import { SandboxRequests } from './every-request/sandbox-requests.js';
import { StartClock } from './sandbox.reactions.js';
import { SandboxGuard } from './sandbox.guard.js';
import { MoveClockHandler } from './sandbox.handlers.js';

/** The clock of the platform is this feature's; only embedded stores have sandboxes. */
async function loadedClocks(
  clocks: SandboxClocks,
  { aggregates, config }: Platform,
): Promise<SandboxClocks> {
  if (config.embedded) await clocks.load(aggregates);
  return clocks;
}

/** Lets a sandbox firm control its clock and the outside world. */
@Module({
  imports: [
    AccountsModule,
    BankLinksModule,
    FoliosModule,
    ImportModule,
    MembersModule,
    OrdersModule,
    EventSourcingModule.forFeature({
      events: [sandboxEvents],
      clock: (base) => new SandboxClocks(base),
    }),
  ],
  controllers: [ClockController, SandboxController],
  providers: [
    { provide: SandboxClocks, inject: [CLOCK, PLATFORM], useFactory: loadedClocks },
    ...[BackOffice, MoveClockHandler, SandboxGuard, SandboxRequests, StartClock],
  ],
})
export class SandboxModule {}
