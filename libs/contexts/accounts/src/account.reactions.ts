import { Inject, Injectable } from '@nestjs/common';
import { AggregateStore, KeyedQueue } from '#libs/platform/event-store';
import {
  accountClass,
  type CommandMetadata,
  equalJson,
  isRefusal,
  type RecordedOf,
} from '#libs/platform/kernel';
import {
  Commands,
  metadataOfReaction,
  type Platform,
  PLATFORM,
  type Reaction,
} from '#libs/platform/service';
import type { MemberEvent } from '#libs/contexts/members';
import { AccountReservations, nameClaim } from './account-reservations.js';
import { account } from './domain/account.js';
import type {
  ApplyIdentityCheck,
  ApplyOwnerExclusions,
  ChangeBillingPlan,
} from './domain/commands.js';
import type { AccountEvent } from './domain/events.js';
import { AccountIndex } from './documents/account.document.js';
import { People } from './people.js';

type EventOf<E extends { type: string }, T extends E['type']> = Extract<E, { type: T }>;
type FollowUp = ApplyOwnerExclusions | ApplyIdentityCheck | ChangeBillingPlan;
type HoldingsChanged = EventOf<MemberEvent, 'member.TenPercentHoldingsChanged'>;
type IdentityChecked = EventOf<MemberEvent, 'member.IdentityCheckCompleted'>;
type Opened = EventOf<AccountEvent, 'account.AccountOpened'>;
type PlanChanged = EventOf<AccountEvent, 'account.BillingPlanChanged'>;
type Updated = EventOf<AccountEvent, 'account.AccountUpdated'>;

/** What a command of a reaction left: the account's newest position, and whether it changed anything. */
interface Followed {
  readonly position: bigint;
  readonly changed: boolean;
}

const NOTHING: Followed = { position: 0n, changed: false };

/** Passes over the accounts of an owner before a reaction gives up, to be run again by its subscription. */
const PASSES = 20;

/**
 * What reactions do to accounts. They apply how things stand now, not what their event says, and decide again each time: of
 * two that cross, the later run puts right what the earlier one left.
 */
@Injectable()
export class AccountFollowUps {
  readonly #turns = new KeyedQueue();

  constructor(private readonly commands: Commands) {}

  /**
   * Repeats a pass over the accounts of an owner until one finds nothing to change: another process may open and change accounts
   * meanwhile. In this process those of one owner take turns, for two that cross could go on exchanging their plans.
   */
  untilSettled(owner: string, pass: () => Promise<Followed>): Promise<bigint> {
    return this.#turns.run(owner, async () => {
      let newest = 0n;
      for (let left = PASSES; left > 0; left--) {
        const { position, changed } = await pass();
        newest = later(newest, position);
        if (!changed) return newest;
      }
      throw new Error('others keep changing the accounts of the owner');
    });
  }

  /**
   * Brings an account up to date with how something else stands, until nothing changed meanwhile; answers the account's newest
   * position.
   * @param commandNow tells the account how it stands now
   */
  async bringUpToDate(
    accountNumber: string,
    commandNow: () => Promise<FollowUp>,
    metadata: CommandMetadata,
  ): Promise<bigint> {
    let newest = 0n;
    for (let command = await commandNow(); ;) {
      newest = later(newest, (await this.follow(accountNumber, command, metadata)).position);
      const now = await commandNow();
      if (equalJson(now, command)) return newest;
      command = now;
    }
  }

  /**
   * Answers the position of the account's newest event also when nothing had to change: the durable run of the same reaction may
   * have been faster, and who is answered now must see what it did.
   */
  async follow(
    accountNumber: string,
    command: FollowUp,
    metadata: CommandMetadata,
  ): Promise<Followed> {
    const options = { always: true };
    const outcome = await this.commands.execute(account, accountNumber, command, metadata, options);
    if (isRefusal(outcome)) throw new Error(`${command.type} was refused: ${outcome.kind}`);
    return { position: outcome.position, changed: outcome.events.length > 0 };
  }
}

/** Companies a member directs are kept out of all accounts of the member (decisions §4). */
@Injectable()
export class FollowHoldings implements Reaction<HoldingsChanged> {
  readonly name = 'accounts.follow-holdings';
  readonly events = ['member.TenPercentHoldingsChanged'] as const;

  constructor(
    private readonly people: People,
    private readonly followUps: AccountFollowUps,
  ) {}

  async react(event: RecordedOf<HoldingsChanged>): Promise<bigint> {
    const { loginId } = event.data;
    let newest = 0n;
    const accounts = this.people.accounts(AccountIndex.Owner, loginId, event.position);
    for await (const { accountNumber } of accounts) {
      const position = await this.followUps.bringUpToDate(
        accountNumber,
        () => exclusions(loginId, this.people.tickersOfMember(loginId)),
        metadataOfReaction(this.name, event, accountNumber),
      );
      newest = later(newest, position);
    }
    return newest;
  }
}

/** Whoever fails an identity check keeps the accounts restricted that wait for, or have, that person's signature. */
@Injectable()
export class FollowIdentityCheck implements Reaction<IdentityChecked> {
  readonly name = 'accounts.follow-identity-check';
  readonly events = ['member.IdentityCheckCompleted'] as const;

  constructor(
    private readonly people: People,
    private readonly followUps: AccountFollowUps,
  ) {}

  async react(event: RecordedOf<IdentityChecked>): Promise<bigint> {
    const { loginId } = event.data;
    let newest = 0n;
    for await (const { accountNumber } of this.people.accountsSignedBy(loginId, event.position)) {
      const position = await this.followUps.bringUpToDate(
        accountNumber,
        () => identityCheck(loginId, this.people),
        metadataOfReaction(this.name, event, accountNumber),
      );
      newest = later(newest, position);
    }
    return newest;
  }
}

/**
 * Looks at the people of a new account again: the companies of its owners, or what came of a signer's identity check, may have
 * changed while it was opened.
 */
@Injectable()
export class CheckNewAccount implements Reaction<Opened> {
  readonly name = 'accounts.check-new-account';
  readonly events = ['account.AccountOpened'] as const;

  constructor(
    private readonly people: People,
    private readonly followUps: AccountFollowUps,
  ) {}

  async react(event: RecordedOf<Opened>): Promise<bigint> {
    const { accountNumber, accountType, primaryAccountOwner, jointOwners, requiredSigners } =
      event.data;
    const corporate = accountClass(accountType) === 'corporate';
    const tickersOf = (owner: string): Promise<readonly string[]> =>
      corporate ? this.people.tickersOfFirm(owner) : this.people.tickersOfMember(owner);
    let newest = 0n;
    for (const owner of [primaryAccountOwner, ...jointOwners]) {
      const position = await this.followUps.bringUpToDate(
        accountNumber,
        () => exclusions(owner, tickersOf(owner)),
        metadataOfReaction(this.name, event, owner),
      );
      newest = later(newest, position);
    }
    for (const { loginId } of requiredSigners) {
      const position = await this.followUps.bringUpToDate(
        accountNumber,
        () => identityCheck(loginId, this.people),
        metadataOfReaction(this.name, event, `identity of ${loginId}`),
      );
      newest = later(newest, position);
    }
    return newest;
  }
}

/** Where a firm bills per member, all accounts of the primary owner follow (specification, endpoint 3). */
@Injectable()
export class FollowBillingPlan implements Reaction<PlanChanged> {
  readonly name = 'accounts.follow-billing-plan';
  readonly events = ['account.BillingPlanChanged'] as const;

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly people: People,
    private readonly followUps: AccountFollowUps,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  async react(event: RecordedOf<PlanChanged>): Promise<bigint> {
    const { primaryAccountOwner, scope } = event.data;
    if (scope !== 'member') return 0n;
    return this.followUps.untilSettled(primaryAccountOwner, () => this.#pass(event));
  }

  /** Each account that is there by now gets the plan that the followed one has by now. */
  async #pass(event: RecordedOf<PlanChanged>): Promise<Followed> {
    const { accountNumber: followedAccount, primaryAccountOwner } = event.data;
    let followed = NOTHING;
    const now = await this.platform.eventStore.head();
    const accounts = this.people.accounts(AccountIndex.PrimaryOwner, primaryAccountOwner, now);
    for await (const { accountNumber } of accounts) {
      if (accountNumber === followedAccount) continue;
      const { state } = await this.aggregates.load(account, followedAccount);
      if (!state.opened) throw new Error('a plan was changed on an account that does not exist');
      const { position, changed } = await this.followUps.follow(
        accountNumber,
        { type: 'ChangeBillingPlan', billingPlanOid: state.billingPlanOid, followedAccount },
        metadataOfReaction(this.name, event, accountNumber),
      );
      followed = {
        position: later(followed.position, position),
        changed: followed.changed || changed,
      };
    }
    return followed;
  }
}

/**
 * Where a firm bills per member, a new account is billed like those before it. It was opened that way; they may have changed
 * meanwhile, or have been opened at the same moment: of those the one that stands later in the log follows.
 */
@Injectable()
export class AlignNewAccount implements Reaction<Opened> {
  readonly name = 'accounts.align-new-account';
  readonly events = ['account.AccountOpened'] as const;

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly people: People,
    private readonly followUps: AccountFollowUps,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  react(event: RecordedOf<Opened>): Promise<bigint> {
    const { primaryAccountOwner } = event.data;
    return this.followUps.untilSettled(primaryAccountOwner, () => this.#pass(event));
  }

  /** Of accounts that were opened later nothing is taken: they will follow this one, or the same one. */
  async #pass(event: RecordedOf<Opened>): Promise<Followed> {
    const { accountNumber, firmId, primaryAccountOwner } = event.data;
    const billed = await this.people.billedTogether(firmId, primaryAccountOwner, event.position);
    const earlier: { accountNumber: string; openedAt: bigint; plan: string }[] = [];
    for (const other of billed) {
      const openedAt = await this.#openedAt(other.accountNumber);
      if (openedAt >= event.position) continue;
      // documents say which accounts there are; what they are billed by, the log knows better
      const plan = await this.#planOf(other.accountNumber);
      earlier.push({ accountNumber: other.accountNumber, openedAt, plan });
    }
    const own = await this.#planOf(accountNumber);
    if (earlier.length === 0 || earlier.some(({ plan }) => plan === own)) return NOTHING;
    const first = earlier.reduce((a, b) => (b.openedAt < a.openedAt ? b : a));
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

  async #planOf(accountNumber: string): Promise<string> {
    const { state } = await this.aggregates.load(account, accountNumber);
    if (!state.opened) throw new Error('an account was opened that does not exist');
    return state.billingPlanOid;
  }

  async #openedAt(accountNumber: string): Promise<bigint> {
    const stream = AggregateStore.stream(account, accountNumber);
    const opening = this.platform.eventStore.readStream(stream, { max: 1 });
    for await (const first of opening) return first.position;
    throw new Error('an account has a document and no stream');
  }
}

/** Gives back the name an account no longer has. */
@Injectable()
export class ReleaseOldName implements Reaction<Updated> {
  readonly name = 'accounts.release-old-name';
  readonly events = ['account.AccountUpdated'] as const;

  constructor(private readonly reservations: AccountReservations) {}

  async react(event: RecordedOf<Updated>): Promise<bigint> {
    const { accountNumber, primaryAccountOwner, previousAccountName } = event.data;
    if (previousAccountName !== undefined) {
      await this.reservations.settle(
        [nameClaim(accountNumber, primaryAccountOwner, previousAccountName)],
        metadataOfReaction(this.name, event, 'name'),
      );
    }
    return 0n;
  }
}

async function exclusions(
  loginId: string,
  tickers: Promise<readonly string[]>,
): Promise<ApplyOwnerExclusions> {
  return { type: 'ApplyOwnerExclusions', loginId, tickers: await tickers };
}

async function identityCheck(loginId: string, people: People): Promise<ApplyIdentityCheck> {
  return { type: 'ApplyIdentityCheck', loginId, cipStatus: await people.cipStatusOf(loginId) };
}

function later(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
