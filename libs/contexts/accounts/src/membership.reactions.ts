import { Inject } from '@nestjs/common';
import { heldOpen, memberDecider, type MemberEvent } from '#libs/contexts/members';
import {
  AggregateStore,
  eventOf,
  type EventStore,
  type OutcomeOf,
} from '#libs/platform/event-store';
import {
  type CommandMetadata,
  conflict,
  isLoginId,
  isRefusal,
  type RecordedOf,
} from '#libs/platform/kernel';
import {
  CommandRunner,
  Ending,
  EVENT_STORE,
  followAll,
  metadataOfReaction,
  type Reaction,
  Reacts,
} from '#libs/platform/service';
import { ownersOf } from './account-state.js';
import type { AccountEvent } from './account.events.js';
import { OpeningFactsLookup } from './account.facts.js';
import { account } from './account.js';

type Begun = Extract<MemberEvent, { type: 'member.MembershipEndBegun' }>;

type OfMember = Pick<Begun['data'], 'loginId'>;

/** The second step of ending a membership: open accounts are looked up again. */
@Reacts()
export class DecideMembership extends Ending<OfMember, Begun, OutcomeOf<typeof memberDecider>> {
  readonly name = 'accounts.decide-membership';
  readonly events = ['member.MembershipEndBegun'] as const;

  constructor(
    private readonly commands: CommandRunner,
    private readonly people: OpeningFactsLookup,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
  ) {
    super();
  }

  protected async decide({ loginId }: OfMember, metadata: CommandMetadata) {
    const openAccounts = await this.openAccounts(loginId);
    const command = { type: 'DecideMembership', openAccounts } as const;
    const outcome = await this.commands.execute(memberDecider, loginId, command, metadata);
    if (isRefusal(outcome)) return outcome;
    const takenBack = eventOf(outcome, 'member.MembershipEndTakenBack');
    if (takenBack) return heldOpen(takenBack.data.accounts).leaving(outcome.position);
    const { ending } = outcome.after.state.member ?? {};
    if (ending === undefined) return outcome;
    return 'accounts' in ending
      ? heldOpen(ending.accounts).leaving(outcome.position)
      : conflict('The membership is being ended by another request; try again.');
  }

  /** Numbers of the accounts that keep a membership from ending, with everything that is in the log at the time of the call. */
  async openAccounts(loginId: string): Promise<readonly string[]> {
    const open: string[] = [];
    const head = await this.eventStore.head();
    for await (const account of this.people.openAccounts(loginId, head)) open.push(account);
    return open;
  }
}

type Opened = Extract<AccountEvent, { type: 'account.AccountOpened' }>;

type Closed = Extract<AccountEvent, { type: 'account.AccountClosed' }>;

/** The membership of owners expires with their last open account and resumes with the next one ([member.transState]). */
@Reacts()
export class FollowMembership implements Reaction<Opened | Closed> {
  readonly name = 'accounts.follow-membership';
  readonly events = ['account.AccountOpened', 'account.AccountClosed'] as const;

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly people: OpeningFactsLookup,
    private readonly commands: CommandRunner,
  ) {}

  async react(event: RecordedOf<Opened | Closed>): Promise<bigint> {
    const { data } = event;
    const owners = 'owners' in data ? data.owners : ownersOf(data);
    // leaves out corporate firms, which are no members
    return followAll(owners.filter(isLoginId), async (loginId) => {
      const [isOpen, { state, position }] = await Promise.all([
        this.#isOpen(data),
        this.aggregates.load(memberDecider, loginId),
      ]);
      // nothing changes for nearly every account that is opened
      if (isOpen && state.member?.transState === 'RM') return position;
      let seen = event.position;
      for (let look = 1; ; look++) {
        const hasOpenAccount =
          (await this.#isOpen(data)) || (await this.#hasAnotherOpen(loginId, data, seen));
        const outcome = await this.commands.execute(
          memberDecider,
          loginId,
          { type: 'FollowAccounts', hasOpenAccount },
          metadataOfReaction(this.name, event, look === 1 ? loginId : `${loginId} ${look}`),
          { always: true },
        );
        // refused if the owner is no member, or has been erased
        if (isRefusal(outcome)) return 0n;
        // after a change once more: what was opened or closed meanwhile found the membership as it was
        if (outcome.events.length === 0) return outcome.position;
        seen = outcome.position;
      }
    });
  }

  async #isOpen({ accountNumber }: Opened['data'] | Closed['data']): Promise<boolean> {
    const { state } = await this.aggregates.load(account, accountNumber);
    return state.opened && !state.closed;
  }

  /** Ignores the account itself, whose document may be older than the log, and always is in a dry run. */
  async #hasAnotherOpen(
    loginId: string,
    { accountNumber }: Opened['data'] | Closed['data'],
    position: bigint,
  ): Promise<boolean> {
    for await (const open of this.people.openAccounts(loginId, position)) {
      if (open !== accountNumber) return true;
    }
    return false;
  }
}
