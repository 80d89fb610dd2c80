import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import {
  AccountNameOwner,
  AccountOwnerOwner,
  AccountReservations,
  CorporateAccountOwner,
} from './account-reservations.js';
import {
  AccountFollowUps,
  AlignNewAccount,
  CheckNewAccount,
  FollowBillingPlan,
  FollowHoldings,
  FollowIdentityCheck,
  FollowMembership,
  ReleaseOldName,
} from './reactions/index.js';
import { AccountsController } from './http/accounts.controller.js';
import { AgreementController } from './http/agreement.controller.js';
import { ClosingChecks } from './closing-checks.js';
import { OpenAccountHandler } from './use-cases/open-account.js';
import { MembershipController } from './http/membership.controller.js';
import { People } from './people.js';
import { PermissionsController } from './http/permissions.controller.js';
import { RestrictionsController } from './http/restrictions.controller.js';
import { AddRestrictionHandler } from './use-cases/add-restriction.js';
import { ChangeMembershipHandler } from './use-cases/change-membership.js';
import { ChangePermissionHandler } from './use-cases/change-permission.js';
import { GrantPermissionHandler } from './use-cases/grant-permission.js';
import { RemoveRestrictionHandler } from './use-cases/remove-restriction.js';
import { SignAgreementHandler } from './use-cases/sign-agreement.js';
import { UpdateAccountHandler } from './use-cases/update-account.js';

/** Providers that react to events. */
export const accountReactions = [
  FollowHoldings,
  FollowIdentityCheck,
  CheckNewAccount,
  FollowBillingPlan,
  AlignNewAccount,
  FollowMembership,
  ReleaseOldName,
] as const;

/** Providers that answer for reservations. */
export const accountReservationOwners = [
  AccountNameOwner,
  CorporateAccountOwner,
  AccountOwnerOwner,
] as const;

/** Accounts: routes, handlers, reactions. Other contexts get the guard by `@OnAccount`, without importing the module. */
@Module({
  imports: [DiscoveryModule],
  controllers: [
    AccountsController,
    AgreementController,
    RestrictionsController,
    PermissionsController,
    MembershipController,
  ],
  providers: [
    ClosingChecks,
    AccountReservations,
    People,
    OpenAccountHandler,
    UpdateAccountHandler,
    AddRestrictionHandler,
    RemoveRestrictionHandler,
    GrantPermissionHandler,
    ChangePermissionHandler,
    SignAgreementHandler,
    ChangeMembershipHandler,
    AccountFollowUps,
    ...accountReactions,
    ...accountReservationOwners,
  ],
})
export class AccountsModule {}
