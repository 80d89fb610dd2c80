import { Module } from '@nestjs/common';
import { MembersModule } from '#libs/contexts/members';
import { FoliosModule } from '#libs/contexts/folios';
import { BankLinksModule } from '#libs/contexts/bank-links';
import { AccountsModule } from '#libs/contexts/accounts';
import { EventSourcingModule } from '#libs/platform/service';
import { AuditKey, DailyRootSigner } from './daily-roots.reactions.js';
import { auditEvents } from './audit.events.js';
import { Exports } from './exports.queries.js';
import { DryRunReports, Histories, Timelines } from './history.queries.js';
import { itemPlaces, timeline } from './history.document.js';

import { HistoryController } from './history.controller.js';
import { ProofsController } from './exports.controller.js';
import { LogController } from './log.controller.js';
import { SensitiveReadsController } from './sensitive-reads.controller.js';
import { ReadsConcerning } from './sensitive-reads.queries.js';
import { sensitiveReadDocuments } from './sensitive-reads.document.js';
import { SensitiveReadLedger } from './ledger/sensitive-read-ledger.js';

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
  controllers: [HistoryController, LogController, ProofsController, SensitiveReadsController],
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
