import { Inject, Injectable } from '@nestjs/common';
import { heldOpen, type MemberEvent, memberDecider } from '#libs/contexts/members';
import { eventOf, type EventStore, type OutcomeOf } from '#libs/platform/event-store';
import {
  type CommandMetadata,
  conflict,
  isRefusal,
  type RecordedOf,
  type Refusal,
} from '#libs/platform/kernel';
import {
  CommandRunner,
  EVENT_STORE,
  metadataOfReaction,
  type Reaction,
  Reacts,
} from '#libs/platform/service';
import { OpeningFactsLookup } from '../opening-facts.js';

type Begun = Extract<MemberEvent, { type: 'member.MembershipEndBegun' }>;

/**
 * The second step of ending a membership: open accounts are looked up again, with everything that came beside its beginning. The request
 * calls it; the reaction decides an end whose process died.
 */
@Reacts()
@Injectable()
export class DecideMembership implements Reaction<Begun> {
  readonly name = 'accounts.decide-membership';
  readonly events = ['member.MembershipEndBegun'] as const;
  readonly inline = false;

  constructor(
    private readonly commands: CommandRunner,
    private readonly people: OpeningFactsLookup,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
  ) {}

  async react(event: RecordedOf<Begun>): Promise<bigint> {
    const decided = await this.decide(event.data.loginId, this.metadataOf(event));
    return isRefusal(decided) ? 0n : decided.position;
  }

  /** For whoever decides an end because of its first event. */
  metadataOf(event: RecordedOf<Begun>): CommandMetadata {
    return metadataOfReaction(this.name, event, 'decide');
  }

  /** The ended membership, or the refusal for accounts that are open. */
  async decide(
    loginId: string,
    metadata: CommandMetadata,
  ): Promise<OutcomeOf<typeof memberDecider> | Refusal> {
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
