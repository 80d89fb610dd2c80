import { Injectable } from '@nestjs/common';
import { memberDecider } from '#libs/contexts/members';
import { isLoginId, isRefusal, type RecordedOf } from '#libs/platform/kernel';
import { Commands, followAll, metadataOfReaction, type Reaction } from '#libs/platform/service';
import type { AccountEvent } from '../domain/events.js';
import { People } from '../people.js';

type Opened = Extract<AccountEvent, { type: 'account.AccountOpened' }>;
type Closed = Extract<AccountEvent, { type: 'account.AccountClosed' }>;

/** The membership of owners expires with their last open account, and is a real one again with the next ([member.transState]). */
@Injectable()
export class FollowMembership implements Reaction<Opened | Closed> {
  readonly name = 'accounts.follow-membership';
  readonly events = ['account.AccountOpened', 'account.AccountClosed'] as const;

  constructor(
    private readonly people: People,
    private readonly commands: Commands,
  ) {}

  react(event: RecordedOf<Opened | Closed>): Promise<bigint> {
    const { data } = event;
    const owners = 'owners' in data ? data.owners : [data.primaryAccountOwner, ...data.jointOwners];
    // a corporate firm, which may own an account too, is no member
    return followAll(owners.filter(isLoginId), async (loginId) => {
      const open = await this.people.openAccounts(loginId, event.position);
      const outcome = await this.commands.execute(
        memberDecider,
        loginId,
        { type: 'FollowAccounts', hasOpenAccount: open.length > 0 },
        metadataOfReaction(this.name, event, loginId),
        { always: true },
      );
      // not of whoever is no member, or has been erased
      return isRefusal(outcome) ? 0n : outcome.position;
    });
  }
}
