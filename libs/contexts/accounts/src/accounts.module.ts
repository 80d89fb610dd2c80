import { Module } from '@nestjs/common';
import { MembersModule } from '#libs/contexts/members';
import { BillingModule } from '#libs/contexts/billing';
import { EventSourcingModule } from '#libs/platform/service';
import { accountReservationOwners, AccountReservations } from './account-reservations.js';
import { accountEvents } from './account.registry.js';
import { ClosingChecks } from './closing-checks.js';
import { AccountsController } from './http/accounts.controller.js';
import { AgreementController } from './http/agreement.controller.js';
import { MembershipController } from './http/membership.controller.js';
import { PermissionsController } from './http/permissions.controller.js';
import { RestrictionsController } from './http/restrictions.controller.js';
import { OpenAccounts } from './open-accounts.js';
import { OpeningFactsLookup } from './opening-facts.js';
import { AccountFollowUps } from './reactions/account-follow-ups.js';
import { AlignNewAccount, FollowBillingPlan } from './reactions/billing-plan.reactions.js';
import { DecideClosing } from './reactions/decide-closing.js';
import { DecideMembership } from './reactions/decide-membership.js';
import { LookAgainAtAccount } from './reactions/look-again-at-account.js';
import { FollowMembership } from './reactions/follow-membership.js';
import {
  CheckNewAccount,
  FollowHoldings,
  FollowIdentityCheck,
} from './reactions/people.reactions.js';
import { ReleaseOldName } from './reactions/release-old-name.js';
import { accountDocuments } from './read-models/account.document.js';
import { ChangeMembershipHandler } from './use-cases/change-membership.js';
import { AddRestrictionHandler } from './use-cases/add-restriction.js';
import { GrantPermissionHandler } from './use-cases/grant-permission.js';
import { ManageAccountHandler } from './use-cases/manage-account.js';
import { OpenAccountHandler } from './use-cases/open-account.js';
import { SignAgreementHandler } from './use-cases/sign-agreement.js';
import { UpdateAccountHandler } from './use-cases/update-account.js';

/** Accounts, their customer agreements, restrictions and permissions. */
@Module({
  imports: [
    BillingModule,
    MembersModule,
    EventSourcingModule.forFeature({ events: [accountEvents], projections: [accountDocuments] }),
  ],
  controllers: [
    AccountsController,
    AgreementController,
    RestrictionsController,
    PermissionsController,
    MembershipController,
  ],
  providers: [
    OpenAccountHandler,
    UpdateAccountHandler,
    AddRestrictionHandler,
    GrantPermissionHandler,
    ManageAccountHandler,
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
    ...accountReservationOwners,
  ],
  exports: [ClosingChecks, MembersModule, OpenAccounts],
})
export class AccountsModule {}
