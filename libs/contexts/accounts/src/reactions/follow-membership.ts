import { Injectable } from '@nestjs/common';
import { memberDecider } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import { isLoginId, isRefusal, type RecordedOf } from '#libs/platform/kernel';
import {
  CommandRunner,
  followAll,
  metadataOfReaction,
  type Reaction,
  Reacts,
} from '#libs/platform/service';
import { account } from '../domain/account.js';
import type { AccountEvent } from '../domain/events.js';
import { ownersOf } from '../domain/state.js';
import { OpeningFactsLookup } from '../opening-facts.js';

type Opened = Extract<AccountEvent, { type: 'account.AccountOpened' }>;
type Closed = Extract<AccountEvent, { type: 'account.AccountClosed' }>;

/** The membership of owners expires with their last open account and resumes with the next one ([member.transState]). */
@Reacts()
@Injectable()
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
      const [{ state: now }, { state, position }] = await Promise.all([
        this.aggregates.load(account, data.accountNumber),
        this.aggregates.load(memberDecider, loginId),
      ]);
      const isOpen = now.opened && !now.closed;
      // nothing changes for nearly every account that is opened
      if (isOpen && state.member?.transState === 'RM') return position;
      const hasOpenAccount = isOpen || (await this.#hasAnotherOpen(loginId, event));
      const outcome = await this.commands.execute(
        memberDecider,
        loginId,
        { type: 'FollowAccounts', hasOpenAccount },
        metadataOfReaction(this.name, event, loginId),
        { always: true },
      );
      // refused if the owner is no member, or has been erased
      return isRefusal(outcome) ? 0n : outcome.position;
    });
  }

  /** Ignores the account itself, whose document may be older than the log, and always is in a dry run. */
  async #hasAnotherOpen(
    loginId: string,
    { data, position }: RecordedOf<Opened | Closed>,
  ): Promise<boolean> {
    for await (const accountNumber of this.people.openAccounts(loginId, position)) {
      if (accountNumber !== data.accountNumber) return true;
    }
    return false;
  }
}
