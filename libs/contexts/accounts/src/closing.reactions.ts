import { Injectable } from '@nestjs/common';
import { endingOf, memberDecider } from '#libs/contexts/members';
import { AggregateStore, eventOf, type OutcomeOf } from '#libs/platform/event-store';
import {
  type CommandMetadata,
  conflict,
  forbidden,
  isLoginId,
  isRefusal,
  type Recorded,
  type RecordedOf,
  type Refusal,
  refuse,
} from '#libs/platform/kernel';
import {
  CommandRunner,
  Ending,
  metadataOfReaction,
  Reacts,
  SecondLook,
} from '#libs/platform/service';
import { type AccountAction, mayDo } from './access.js';
import { type Account, ownersOf } from './account-state.js';
import type { AccountEvent } from './account.events.js';
import { account } from './account.js';
import { ClosingChecks } from './closing.facts.js';
import { closedRefusal, obstructed } from './closing.js';
import { hasEnded, membershipEnded } from './opening.js';

/** What an event of another stream relies on in its account. */
interface ReliesOnAccount {
  readonly accountNumber: string;
  /** What the acting member had to be allowed; undefined if nobody's right is needed. */
  readonly action?: AccountAction | undefined;
  /** What the event still keeps the account open for, in one sentence; undefined if that is over. Asked only if the account is being closed. */
  readonly hinders: () => Promise<string | undefined>;
}

/** The second look of what relies on an open account. */
@Injectable()
export class OpenAccounts {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
  ) {}

  /**
   * Looks at the account again, now that an event relying on it is in the log. A closing that has only begun is taken back.
   * Returns why the event can't stand: the account is closed, or the acting member had lost the right before the event.
   */
  async refusalOf(event: Recorded, on: ReliesOnAccount): Promise<Refusal | undefined> {
    const { accountNumber, action, hinders } = on;
    const { state } = await this.aggregates.load(account, accountNumber);
    if (!state.opened) return undefined;
    if (isJudged(state)) return closedRefusal();
    if (state.closing.begun && (await this.#isClosed(event, accountNumber, await hinders()))) {
      return closedRefusal();
    }
    const lost = action !== undefined && lacks(action, state, event);
    if (!lost) return undefined;
    // a right that was lost after the event takes nothing back
    const then = await this.aggregates.load(account, accountNumber, event.position);
    return then.state.opened && lacks(action, then.state, event) ? forbidden() : undefined;
  }

  /** Whether the account had been closed when an event was recorded. */
  async wasClosed(accountNumber: string, event: Recorded): Promise<boolean> {
    const { state } = await this.aggregates.load(account, accountNumber);
    if (!state.opened || !isJudged(state)) return false;
    const then = await this.aggregates.load(account, accountNumber, event.position);
    return then.state.opened && then.state.closed;
  }

  /** Whether the account is closed; a closing that has begun ends here if anything hinders it. */
  async #isClosed(event: Recorded, accountNumber: string, obstacle: string | undefined) {
    if (obstacle === undefined) {
      // what hindered it may be over because the closing is complete and the durable run has undone the event
      const { state } = await this.aggregates.load(account, accountNumber);
      return state.opened && state.closed;
    }
    const command = { type: 'DecideClosing', obstacles: [obstacle] } as const;
    const metadata = metadataOfReaction('accounts.keep-open', event, obstacle);
    const outcome = await this.commands.execute(account, accountNumber, command, metadata, {
      always: true,
    });
    if (isRefusal(outcome)) throw new Error(`DecideClosing was refused: ${outcome.kind}`);
    const { state } = outcome.after;
    return state.opened && state.closed;
  }
}

/** Whether an account was closed in two steps. One that was closed before there were two is left as it is. */
function isJudged({ closed, closedAt }: Account): boolean {
  return closed && closedAt !== undefined;
}

/** Whether the acting member of an event may not do this; processes and the back office need no right. */
function lacks(
  action: AccountAction,
  state: Account,
  { metadata: { firmId, actingMember: member } }: Recorded,
): boolean {
  if (firmId === undefined || member === undefined) return false;
  return mayDo(action, state, { roles: ['client'], firmId, member }) !== 'ok';
}

type AccountIds = Pick<ReliesOnAccount, 'accountNumber'>;

type Begun = Extract<AccountEvent, { type: 'account.ClosingBegun' }>;

/** The second step of a closing. */
@Reacts()
export class DecideClosing extends Ending<AccountIds, Begun, OutcomeOf<typeof account>> {
  readonly name = 'accounts.decide-closing';
  readonly events = ['account.ClosingBegun'] as const;

  constructor(
    private readonly commands: CommandRunner,
    private readonly checks: ClosingChecks,
  ) {
    super();
  }

  protected async decide({ accountNumber }: AccountIds, metadata: CommandMetadata) {
    const obstacles = await this.checks.ofAccount(accountNumber);
    const command = { type: 'DecideClosing', obstacles } as const;
    const outcome = await this.commands.execute(account, accountNumber, command, metadata);
    if (isRefusal(outcome)) return outcome;
    const { state } = outcome.after;
    const takenBack = eventOf(outcome, 'account.ClosingTakenBack');
    if (takenBack) return obstructed(takenBack.data.obstacles).leaving(outcome.position);
    if (!state.opened || state.closed) return outcome;
    return state.closing.begun
      ? conflict('The account is being closed by another request; try again.')
      : obstructed(state.closing.obstacles).leaving(outcome.position);
  }
}

type Opened = Extract<AccountEvent, { type: 'account.AccountOpened' }>;

/** The second look of a new account: it relies on the memberships of its owners, or of the firm rep of a corporate one. */
@Reacts()
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
    if (!now.opened || now.closed) {
      // the membership may have ended since, and the durable run have undone the opening
      const { state: later } = await this.aggregates.load(memberDecider, loginId);
      return hasEnded(later.member?.transState);
    }
    const command = { type: 'DecideMembership', openAccounts: [accountNumber] } as const;
    const metadata = metadataOfReaction(`${this.name}.keep`, event, loginId);
    const outcome = await this.commands.execute(memberDecider, loginId, command, metadata, {
      always: true,
    });
    // refused if the person has been erased meanwhile
    return !isRefusal(outcome) && hasEnded(outcome.after.state.member?.transState);
  }
}
