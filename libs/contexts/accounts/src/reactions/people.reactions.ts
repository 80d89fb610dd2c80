import { Injectable } from '@nestjs/common';
import { accountClass, type RecordedOf } from '#libs/platform/kernel';
import {
  followAll,
  followEach,
  metadataOfReaction,
  type Reaction,
  Reacts,
} from '#libs/platform/service';
import type { MemberEvent } from '#libs/contexts/members';
import { AccountIndex } from '../read-models/account.document.js';
import type { AccountEvent } from '../domain/events.js';
import { ownersOf } from '../domain/state.js';
import { OpeningFactsLookup } from '../opening-facts.js';
import { AccountFollowUps, later } from './account-follow-ups.js';

type HoldingsChanged = Extract<MemberEvent, { type: 'member.TenPercentHoldingsChanged' }>;
type IdentityChecked = Extract<MemberEvent, { type: 'member.IdentityCheckCompleted' }>;
type Opened = Extract<AccountEvent, { type: 'account.AccountOpened' }>;

/** Excludes companies a member directs from all of the member's accounts ([member.directorOrTenPercentShareholderCompany]). */
@Reacts()
@Injectable()
export class FollowHoldings implements Reaction<HoldingsChanged> {
  readonly name = 'accounts.follow-holdings';
  readonly events = ['member.TenPercentHoldingsChanged'] as const;

  constructor(
    private readonly people: OpeningFactsLookup,
    private readonly followUps: AccountFollowUps,
  ) {}

  react(event: RecordedOf<HoldingsChanged>): Promise<bigint> {
    const { loginId } = event.data;
    const accounts = this.people.accounts(AccountIndex.Owner, loginId, event.position);
    return followEach(accounts, ({ accountNumber }) =>
      this.followUps.bringUpToDate(
        accountNumber,
        () => this.people.exclusionsOf(loginId),
        metadataOfReaction(this.name, event, accountNumber),
      ),
    );
  }
}

/** Applies the result of an identity check to the accounts that need or have the member's signature. */
@Reacts()
@Injectable()
export class FollowIdentityCheck implements Reaction<IdentityChecked> {
  readonly name = 'accounts.follow-identity-check';
  readonly events = ['member.IdentityCheckCompleted'] as const;

  constructor(
    private readonly people: OpeningFactsLookup,
    private readonly followUps: AccountFollowUps,
  ) {}

  react(event: RecordedOf<IdentityChecked>): Promise<bigint> {
    const { loginId } = event.data;
    const accounts = this.people.accountsSignedBy(loginId, event.position);
    return followEach(accounts, ({ accountNumber }) =>
      this.followUps.bringUpToDate(
        accountNumber,
        () => this.people.identityCheckOf(loginId),
        metadataOfReaction(this.name, event, accountNumber),
      ),
    );
  }
}

/** Rechecks a new account: its owners' companies or a signer's identity check may have changed while it was opened. */
@Reacts()
@Injectable()
export class CheckNewAccount implements Reaction<Opened> {
  readonly name = 'accounts.check-new-account';
  readonly events = ['account.AccountOpened'] as const;

  constructor(
    private readonly people: OpeningFactsLookup,
    private readonly followUps: AccountFollowUps,
  ) {}

  async react(event: RecordedOf<Opened>): Promise<bigint> {
    const { accountNumber, accountType, requiredSigners } = event.data;
    const corporate = accountClass(accountType) === 'corporate';
    const [excluded, checked] = await Promise.all([
      followAll(ownersOf(event.data), (owner) =>
        this.followUps.bringUpToDate(
          accountNumber,
          () => (corporate ? this.people.exclusionsOfFirm(owner) : this.people.exclusionsOf(owner)),
          metadataOfReaction(this.name, event, owner),
        ),
      ),
      followAll(requiredSigners, ({ loginId }) =>
        this.followUps.bringUpToDate(
          accountNumber,
          () => this.people.identityCheckOf(loginId),
          metadataOfReaction(this.name, event, `identity of ${loginId}`),
        ),
      ),
    ]);
    return later(excluded, checked);
  }
}
