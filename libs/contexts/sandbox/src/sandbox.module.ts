import { Module } from '@nestjs/common';
import { OrdersModule } from '#libs/contexts/orders';
import { MembersModule } from '#libs/contexts/members';
import { ImportModule } from '#libs/contexts/import';
import { FoliosModule } from '#libs/contexts/folios';
import { BankLinksModule } from '#libs/contexts/bank-links';
import { AccountsModule } from '#libs/contexts/accounts';
import { BackOffice, SandboxController } from './sandbox.controller.js';
import { ClockController } from './clock.controller.js';

import { StartClock } from './sandbox.reactions.js';
import { SandboxGuard } from './sandbox.guard.js';
import { MoveClockHandler } from './sandbox.handlers.js';

/** Lets a sandbox firm control its clock and the outside world. Its events belong to the platform. */
@Module({
  imports: [
    AccountsModule,
    BankLinksModule,
    FoliosModule,
    ImportModule,
    MembersModule,
    OrdersModule,
  ],
  controllers: [ClockController, SandboxController],
  providers: [MoveClockHandler, BackOffice, SandboxGuard, StartClock],
})
export class SandboxModule {}
