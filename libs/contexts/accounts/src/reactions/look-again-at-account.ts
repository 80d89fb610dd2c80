import { Injectable } from '@nestjs/common';
import { endingOf, memberDecider } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import {
  type CommandMetadata,
  isLoginId,
  isRefusal,
  type RecordedOf,
  type Refusal,
  refuse,
} from '#libs/platform/kernel';
import { CommandRunner, metadataOfReaction, Reacts, SecondLook } from '#libs/platform/service';
import { account } from '../domain/account.js';
import type { AccountEvent } from '../domain/events.js';
import { hasEnded, membershipEnded } from '../domain/opening.js';
import { ownersOf } from '../domain/state.js';

type Opened = Extract<AccountEvent, { type: 'account.AccountOpened' }>;

/** The second look of a new account: it relies on the memberships of its owners, or of the firm rep of a corporate one. */
@Reacts()
@Injectable()
export class LookAgainAtAccount extends SecondLook<Opened> {
  readonly name = 'accounts.look-again';
  readonly events = ['account.AccountOpened'] as const;

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
  ) {
    super();
  }

  protected async look(event: RecordedOf<Opened>): Promise<Refusal | undefined> {
    const { firmRep } = event.data;
    const members = firmRep === undefined ? ownersOf(event.data) : [firmRep];
    const ended = await Promise.all(
      members
        .filter(isLoginId)
        .map(async (loginId) => ((await this.#hasEnded(loginId, event)) ? [loginId] : [])),
    );
    const problems = ended.flat().map((loginId) => membershipEnded(loginId, event.data));
    return problems.length > 0 ? refuse(...problems) : undefined;
  }

  protected undo({ data: { accountNumber } }: RecordedOf<Opened>, metadata: CommandMetadata) {
    return this.commands.execute(account, accountNumber, { type: 'UndoOpening' }, metadata);
  }

  /** Whether the membership has ended; an end that has only begun is taken back. */
  async #hasEnded(loginId: string, event: RecordedOf<Opened>): Promise<boolean> {
    const { state } = await this.aggregates.load(memberDecider, loginId);
    if (!state.member) return false;
    const { transState, endedInSteps } = state.member;
    // what was ended before there were two steps is left as it is
    if (hasEnded(transState)) return endedInSteps === true;
    if (endingOf(state.member) === undefined) return false;
    const { accountNumber } = event.data;
    const { state: now } = await this.aggregates.load(account, accountNumber);
    if (!now.opened || now.closed) return false;
    const command = { type: 'DecideMembership', openAccounts: [accountNumber] } as const;
    const metadata = metadataOfReaction(`${this.name}.keep`, event, loginId);
    const outcome = await this.commands.execute(memberDecider, loginId, command, metadata, {
      always: true,
    });
    // refused if the person has been erased meanwhile
    return !isRefusal(outcome) && hasEnded(outcome.after.state.member?.transState);
  }
}
