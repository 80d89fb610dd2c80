import { Module } from '@nestjs/common';
import { AccountGuard } from '#libs/contexts/accounts';
import { HistoryController } from './history.controller.js';
import { Histories } from './history/histories.js';
import { SensitiveReadLedger } from './ledger/sensitive-read-ledger.js';
import { SensitiveReadsController } from './sensitive-reads.controller.js';

/** What happened, proof of it, and who looked. */
@Module({
  controllers: [HistoryController, SensitiveReadsController],
  providers: [AccountGuard, Histories, SensitiveReadLedger],
})
export class AuditModule {}
