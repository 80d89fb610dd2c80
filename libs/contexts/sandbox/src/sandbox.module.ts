import { Module } from '@nestjs/common';
import { BankLinksModule } from '#libs/contexts/bank-links';
import { ImportModule } from '#libs/contexts/import';
import { BackOffice } from './back-office.js';
import { ClockController } from './http/clock.controller.js';
import { OutsideController } from './http/outside.controller.js';
import { SandboxGuard } from './sandbox.guard.js';
import { StartClock } from './reactions/start-clock.reaction.js';
import { MoveClockHandler } from './use-cases/move-clock.js';

@Module({
  imports: [ImportModule, BankLinksModule],
  controllers: [ClockController, OutsideController],
  providers: [BackOffice, SandboxGuard, StartClock, MoveClockHandler],
})
export class SandboxModule {}
