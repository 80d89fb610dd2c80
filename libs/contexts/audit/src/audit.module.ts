import { Module } from '@nestjs/common';
import { AuditKey } from './audit-key.js';
import { ExportStreams } from './export/export-scope.js';
import { Exports } from './export/exports.js';
import { HistoryController } from './http/history.controller.js';
import { ToldDryRuns } from './history/dry-runs.js';
import { Histories } from './history/histories.js';
import { Timelines } from './history/timelines.js';
import { ReadsConcerning } from './ledger/reads-concerning.js';
import { SensitiveReadLedger } from './ledger/sensitive-read-ledger.js';
import { ProofsController } from './http/proofs.controller.js';
import { DailyRootSigner } from './roots/daily-root-signer.js';
import { SensitiveReadsController } from './http/sensitive-reads.controller.js';

/** What happened, proof of it, and who looked. */
@Module({
  controllers: [HistoryController, ProofsController, SensitiveReadsController],
  providers: [
    Histories,
    ToldDryRuns,
    Timelines,
    SensitiveReadLedger,
    ReadsConcerning,
    AuditKey,
    DailyRootSigner,
    ExportStreams,
    Exports,
  ],
})
export class AuditModule {}
