import { Module } from '@nestjs/common';
import { AccountsModule } from '#libs/contexts/accounts';
import { EventSourcingModule } from '#libs/platform/service';
import { AddTickerHandler } from './watchlist.handlers.js';
import { watchlistDocuments } from './watchlist.document.js';
import { watchlistEvents } from './watchlist.events.js';
import { WatchlistsController } from './watchlists.controller.js';

/** Watch lists of accounts. */
@Module({
  imports: [
    AccountsModule,
    EventSourcingModule.forFeature({
      events: [watchlistEvents],
      projections: [watchlistDocuments],
    }),
  ],
  controllers: [WatchlistsController],
  providers: [AddTickerHandler],
})
export class WatchlistsModule {}
