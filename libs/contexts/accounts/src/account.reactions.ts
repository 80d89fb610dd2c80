import { Inject, Injectable } from '@nestjs/common';
import type { MemberEvent } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import {
  type CommandMetadata,
  isRefusal,
  type RecordedOf,
  KeyedQueue,
} from '#libs/platform/kernel';
import { accountClass } from '#libs/contexts/codes';
import {
  CommandRunner,
  followAll,
  followEach,
  metadataOfReaction,
  PLATFORM,
  type Platform,
  type Reaction,
  Reacts,
} from '#libs/platform/service';
import type {
  ApplyIdentityCheck,
  ApplyOwnerExclusions,
  ChangeBillingPlan,
} from './account-commands.js';
import { ownersOf } from './account-state.js';
import { AccountIndex } from './account.document.js';
import type { AccountEvent } from './account.events.js';
import { AccountReservations, nameClaim, OpeningFactsLookup } from './account.facts.js';
import { account } from './account.js';

type FollowUp = ApplyOwnerExclusions | ApplyIdentityCheck | ChangeBillingPlan;

/** The outcome of a reaction's command: the account's newest position, and whether anything changed. */
interface Followed {
  readonly position: bigint;
  readonly changed: boolean;
}

const NOTHING: Followed = { position: 0n, changed: false };

/** Passes over an owner's accounts before a reaction gives up; its subscription then runs it again. */
const PASSES = 20;

/**
 * What reactions do to accounts. They apply the current state, not the content of their event, and decide again each time, so if two of
 * them cross, the later run corrects the earlier one.
 */
@Injectable()
export class AccountFollowUps {
  readonly #turns = new KeyedQueue();

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
  ) {}

  /**
   * Repeats a pass over an owner's accounts until it finds nothing to change, since another process may open and change accounts
   * meanwhile. Within this process, passes for one owner take turns: two that cross could swap their plans forever.
   */
  untilSettled(owner: string, pass: () => Promise<Followed>): Promise<bigint> {
    return this.#turns.run(owner, async () => {
      let newest = 0n;
      for (let left = PASSES; left > 0; left--) {
        const { position, changed } = await pass();
        newest = later(newest, position);
        if (!changed) return newest;
      }
      throw new Error("the owner's accounts keep changing concurrently");
    });
  }

  /**
   * Brings an account up to date with another stream and returns the account's newest position. The other stream may have changed
   * meanwhile, and the reaction to that change may already be done, so the command is repeated until it changes nothing.
   * @param commandNow builds the command from the current state of the other stream
   */
  async bringUpToDate(
    accountNumber: string,
    commandNow: () => Promise<FollowUp>,
    metadata: CommandMetadata,
  ): Promise<bigint> {
    for (;;) {
      const [command] = await Promise.all([
        commandNow(),
        this.aggregates.load(account, accountNumber),
      ]);
      const { position, changed } = await this.follow(accountNumber, command, metadata, true);
      if (!changed) return position;
    }
  }

  /**
   * Carries out the command. Returns the account's newest position even if nothing changed: the durable run of the same reaction may
   * have been faster, and the caller must see its effect.
   */
  async follow(
    accountNumber: string,
    command: FollowUp,
    metadata: CommandMetadata,
    loaded = false,
  ): Promise<Followed> {
    const options = { always: true, loaded };
    const outcome = await this.commands.execute(account, accountNumber, command, metadata, options);
    if (isRefusal(outcome)) throw new Error(`${command.type} was refused: ${outcome.kind}`);
    return { position: outcome.position, changed: outcome.events.length > 0 };
  }
}

function later(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

type HoldingsChanged = Extract<MemberEvent, { type: 'member.TenPercentHoldingsChanged' }>;

type IdentityChecked = Extract<MemberEvent, { type: 'member.IdentityCheckCompleted' }>;

type Opened = Extract<AccountEvent, { type: 'account.AccountOpened' }>;

/** Excludes companies a member directs from all of the member's accounts ([member.directorOrTenPercentShareholderCompany]). */
@Reacts()
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

type PlanChanged = Extract<AccountEvent, { type: 'account.BillingPlanChanged' }>;

/** If the firm bills per member, all accounts of the primary owner follow a change of plan ([account.billing-level]). */
@Reacts()
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

type Updated = Extract<AccountEvent, { type: 'account.AccountUpdated' }>;

/** Releases the reservation of an account's former name. */
@Reacts()
export class ReleaseOldName implements Reaction<Updated> {
  readonly name = 'accounts.release-old-name';
  readonly events = ['account.AccountUpdated'] as const;

  constructor(private readonly reservations: AccountReservations) {}

  async react(event: RecordedOf<Updated>): Promise<bigint> {
    const { accountNumber, primaryAccountOwner, previousAccountName } = event.data;
    if (previousAccountName !== undefined) {
      await this.reservations.resolve(
        [nameClaim(accountNumber, primaryAccountOwner, previousAccountName)],
        metadataOfReaction(this.name, event, 'name'),
      );
    }
    return 0n;
  }
}
