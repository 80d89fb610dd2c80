import { Module } from '@nestjs/common';
import { MembersModule } from '#libs/contexts/members';
import { BillingModule } from '#libs/contexts/billing';
import { EventSourcingModule } from '#libs/platform/service';
import { AccountReservations, OpeningFactsLookup } from './account.facts.js';
import { accountEvents } from './account.events.js';
import { ClosingChecks } from './closing.facts.js';
import { AccountsController } from './accounts.controller.js';
import {
  CustomerAgreementsController,
  MembershipController,
  PermissionsController,
  RestrictionsController,
} from './access.controller.js';
import { DecideClosing, LookAgainAtAccount, OpenAccounts } from './closing.reactions.js';
import {
  AccountFollowUps,
  AlignNewAccount,
  CheckNewAccount,
  FollowBillingPlan,
  FollowHoldings,
  FollowIdentityCheck,
  ReleaseOldName,
} from './account.reactions.js';
import { DecideMembership, FollowMembership } from './membership.reactions.js';
import { accountDocuments } from './account.document.js';
import {
  ChangeMembershipHandler,
  GrantPermissionHandler,
  OpenAccountHandler,
  SignAgreementHandler,
  UpdateAccountHandler,
} from './account.handlers.js';

/** Accounts, their customer agreements, restrictions and permissions. */
@Module({
  imports: [
    BillingModule,
    MembersModule,
    EventSourcingModule.forFeature({ events: [accountEvents], projections: [accountDocuments] }),
  ],
  controllers: [
    AccountsController,
    CustomerAgreementsController,
    RestrictionsController,
    PermissionsController,
    MembershipController,
  ],
  providers: [
    OpenAccountHandler,
    UpdateAccountHandler,
    GrantPermissionHandler,
    SignAgreementHandler,
    ChangeMembershipHandler,
    ClosingChecks,
    AccountReservations,
    OpenAccounts,
    OpeningFactsLookup,
    AccountFollowUps,
    FollowHoldings,
    FollowIdentityCheck,
    CheckNewAccount,
    FollowBillingPlan,
    AlignNewAccount,
    FollowMembership,
    ReleaseOldName,
    DecideClosing,
    DecideMembership,
    LookAgainAtAccount,
  ],
  exports: [ClosingChecks, MembersModule, OpenAccounts],
})
export class AccountsModule {}
