import { type DynamicModule, Module } from '@nestjs/common';
import { AccountsModule } from '#libs/contexts/accounts';
import { AttentionModule } from '#libs/contexts/attention';
import { AuditModule } from '#libs/contexts/audit';
import { BankLinksModule } from '#libs/contexts/bank-links';
import { BillingModule } from '#libs/contexts/billing';
import { CashModule } from '#libs/contexts/cash';
import { ConsoleModule } from '#libs/contexts/console';
import { CorporateActionsModule } from '#libs/contexts/corporate-actions';
import { ErasureModule } from '#libs/contexts/erasure';
import { FeedModule } from '#libs/contexts/feed';
import { FoliosModule } from '#libs/contexts/folios';
import { ImportModule } from '#libs/contexts/import';
import { KeysModule } from '#libs/contexts/keys';
import { MailModule } from '#libs/contexts/mail';
import { MembersModule } from '#libs/contexts/members';
import { OperationsModule } from '#libs/contexts/operations';
import { OrdersModule } from '#libs/contexts/orders';
import { PerformanceModule } from '#libs/contexts/performance';
import { PlacementsModule } from '#libs/contexts/placements';
import { RequestsModule } from '#libs/contexts/requests';
import { RtgsModule } from '#libs/contexts/rtgs';
import { SandboxModule } from '#libs/contexts/sandbox';
import { TaxLotsModule } from '#libs/contexts/tax-lots';
import { TransactionsModule } from '#libs/contexts/transactions';
import {
  EventSourcingModule,
  type Feature,
  featuresOf,
  type Platform,
} from '#libs/platform/service';

/** The root module. To remove a feature, delete its line here, its folder, and what the compiler then names. */
@Module({
  imports: [
    MembersModule,
    AccountsModule,
    AttentionModule,
    MailModule,
    BillingModule,
    FoliosModule,
    RtgsModule,
    PlacementsModule,
    OrdersModule,
    BankLinksModule,
    CashModule,
    CorporateActionsModule,
    TaxLotsModule,
    TransactionsModule,
    PerformanceModule,
    ImportModule,
    SandboxModule,
    AuditModule,
    OperationsModule,
    FeedModule,
    RequestsModule,
    ConsoleModule,
    ErasureModule,
    KeysModule,
  ],
})
export class AppModule {
  /** @param open opens the platform for the features of the service */
  static forRoot(open: (features: readonly Feature[]) => Promise<Platform>): DynamicModule {
    return { module: AppModule, imports: [EventSourcingModule.forRoot(open)] };
  }
}

/** The features of the service, for programs that read its stores without starting it. */
export const features = featuresOf(AppModule);
