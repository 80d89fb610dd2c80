import { Injectable } from '@nestjs/common';
import { AggregateStore } from '#libs/platform/event-store';
import { forbidden, isRefusal, type Recorded, type Refusal } from '#libs/platform/kernel';
import { CommandRunner, metadataOfReaction } from '#libs/platform/service';
import { type AccountAction, mayDo } from './domain/access.js';
import { account } from './domain/account.js';
import { closedRefusal } from './domain/closing.js';
import type { Account } from './domain/state.js';

/** What an event of another stream relies on in its account. */
export interface ReliesOnAccount {
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
    if (state.closing.begun) {
      const obstacle = await hinders();
      if (obstacle !== undefined && (await this.#isClosed(event, accountNumber, obstacle))) {
        return closedRefusal();
      }
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

  /** Whether the account is closed; a closing that has begun ends here. */
  async #isClosed(event: Recorded, accountNumber: string, obstacle: string): Promise<boolean> {
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
