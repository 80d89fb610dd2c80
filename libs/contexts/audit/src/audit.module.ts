import { Module } from '@nestjs/common';
import { MembersModule } from '#libs/contexts/members';
import { FoliosModule } from '#libs/contexts/folios';
import { BankLinksModule } from '#libs/contexts/bank-links';
import { AccountsModule } from '#libs/contexts/accounts';
import { EventSourcingModule } from '#libs/platform/service';
import { AuditKey } from './audit-key.js';
import { auditEvents } from './audit.registry.js';
import { Exports } from './export/exports.js';
import { Histories, DryRunReports } from './history/histories.js';
import { itemPlaces } from './history/item-places.projection.js';
import { timeline } from './history/timeline.projection.js';
import { Timelines } from './history/timelines.js';
import { HistoryController } from './http/history.controller.js';
import { ProofsController } from './http/proofs.controller.js';
import { SensitiveReadsController } from './http/sensitive-reads.controller.js';
import { ReadsConcerning, sensitiveReadDocuments } from './ledger/reads-concerning.js';
import { SensitiveReadLedger } from './ledger/sensitive-read-ledger.js';
import { DailyRootSigner } from './roots/daily-root-signer.js';

/** Histories, verifiable exports, and the ledger of sensitive reads. */
@Module({
  imports: [
    AccountsModule,
    BankLinksModule,
    FoliosModule,
    MembersModule,
    EventSourcingModule.forFeature({
      events: [auditEvents],
      projections: [timeline, itemPlaces, sensitiveReadDocuments],
    }),
  ],
  controllers: [HistoryController, ProofsController, SensitiveReadsController],
  providers: [
    Histories,
    DryRunReports,
    Timelines,
    SensitiveReadLedger,
    ReadsConcerning,
    AuditKey,
    DailyRootSigner,
    Exports,
  ],
  exports: [Timelines],
})
export class AuditModule {}
