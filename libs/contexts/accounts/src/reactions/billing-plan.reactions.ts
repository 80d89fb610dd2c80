import { Inject, Injectable } from '@nestjs/common';
import { AggregateStore } from '#libs/platform/event-store';
import type { RecordedOf } from '#libs/platform/kernel';
import {
  followEach,
  metadataOfReaction,
  type Platform,
  PLATFORM,
  type Reaction,
  Reacts,
} from '#libs/platform/service';
import { AccountIndex } from '../read-models/account.document.js';
import { account } from '../domain/account.js';
import type { AccountEvent } from '../domain/events.js';
import { OpeningFactsLookup } from '../opening-facts.js';
import { AccountFollowUps, type Followed, NOTHING } from './account-follow-ups.js';

type Opened = Extract<AccountEvent, { type: 'account.AccountOpened' }>;
type PlanChanged = Extract<AccountEvent, { type: 'account.BillingPlanChanged' }>;

/** If the firm bills per member, all accounts of the primary owner follow a change of plan ([account.billing-level]). */
@Reacts()
@Injectable()
export class FollowBillingPlan implements Reaction<PlanChanged> {
  readonly name = 'accounts.follow-billing-plan';
  readonly events = ['account.BillingPlanChanged'] as const;

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly people: OpeningFactsLookup,
    private readonly followUps: AccountFollowUps,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  async react(event: RecordedOf<PlanChanged>): Promise<bigint> {
    const { primaryAccountOwner, scope } = event.data;
    if (scope !== 'member') return 0n;
    return this.followUps.untilSettled(primaryAccountOwner, () => this.#pass(event));
  }

  /** Gives every existing account the current plan of the followed one. */
  async #pass(event: RecordedOf<PlanChanged>): Promise<Followed> {
    const { accountNumber: followedAccount, primaryAccountOwner } = event.data;
    const now = await this.platform.eventStore.head();
    const accounts = this.people.accounts(AccountIndex.PrimaryOwner, primaryAccountOwner, now);
    let changed = false;
    const position = await followEach(accounts, async ({ accountNumber }) => {
      if (accountNumber === followedAccount) return 0n;
      const billingPlanOid = await planOf(this.aggregates, followedAccount);
      const followed = await this.followUps.follow(
        accountNumber,
        { type: 'ChangeBillingPlan', billingPlanOid, followedAccount },
        metadataOfReaction(this.name, event, accountNumber),
      );
      changed ||= followed.changed;
      return followed.position;
    });
    return { position, changed };
  }
}

/**
 * If the firm bills per member, a new account gets the plan of the earlier ones. It was opened that way, but they may have changed
 * meanwhile. If several were opened at the same moment, the later one in the log follows.
 */
@Reacts()
@Injectable()
export class AlignNewAccount implements Reaction<Opened> {
  readonly name = 'accounts.align-new-account';
  readonly events = ['account.AccountOpened'] as const;

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly people: OpeningFactsLookup,
    private readonly followUps: AccountFollowUps,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  react(event: RecordedOf<Opened>): Promise<bigint> {
    const { primaryAccountOwner } = event.data;
    return this.followUps.untilSettled(primaryAccountOwner, () => this.#pass(event));
  }

  /** Ignores accounts that were opened later: they will follow this one, or the same one as it does. */
  async #pass(event: RecordedOf<Opened>): Promise<Followed> {
    const { accountNumber, firmId, primaryAccountOwner } = event.data;
    const billed = await this.people.billedTogether(firmId, primaryAccountOwner, event.position);
    if (billed.length < 2) return NOTHING;
    const own = await planOf(this.aggregates, accountNumber);
    // one account with the same plan is enough, so those that have it by their documents come first
    const others = billed
      .filter((one) => one.accountNumber !== accountNumber)
      .sort((a, b) => Number(b.billingPlanOid === own) - Number(a.billingPlanOid === own));
    let first: { accountNumber: string; openedAt: bigint; plan: string } | undefined;
    for (const other of others) {
      const openedAt = await this.#openedAt(other.accountNumber);
      if (openedAt >= event.position) continue;
      // documents tell which accounts exist, but their plans may be outdated
      const plan = await planOf(this.aggregates, other.accountNumber);
      if (plan === own) return NOTHING;
      if (first === undefined || openedAt < first.openedAt) {
        first = { accountNumber: other.accountNumber, openedAt, plan };
      }
    }
    if (first === undefined) return NOTHING;
    return this.followUps.follow(
      accountNumber,
      {
        type: 'ChangeBillingPlan',
        billingPlanOid: first.plan,
        followedAccount: first.accountNumber,
      },
      metadataOfReaction(this.name, event, 'plan'),
    );
  }

  async #openedAt(accountNumber: string): Promise<bigint> {
    const stream = AggregateStore.stream(account, accountNumber);
    const opening = this.platform.eventStore.readStream(stream, { max: 1 });
    for await (const first of opening) return first.position;
    throw new Error('the account has a document but no stream');
  }
}

async function planOf(aggregates: AggregateStore, accountNumber: string): Promise<string> {
  const { state } = await aggregates.load(account, accountNumber);
  if (!state.opened) throw new Error('the account was never opened');
  return state.billingPlanOid;
}
