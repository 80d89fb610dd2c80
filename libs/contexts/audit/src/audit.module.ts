import { Module } from '@nestjs/common';
import { AccountGuard } from '#libs/contexts/accounts';
import { HistoryController } from './history.controller.js';
import { Histories } from './history/histories.js';

/** What happened, proof of it, and who looked. */
@Module({
  controllers: [HistoryController],
  providers: [AccountGuard, Histories],
})
export class AuditModule {}
