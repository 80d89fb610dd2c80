import { describe, expect, it } from '@jest/globals';
import { FollowMembership } from './membership.reactions.js';

const CLOSED = {
  id: '00000000-0000-4000-8000-000000000007',
  data: { accountNumber: 'A100000001', owners: ['jdoe'] },
  metadata: {},
  position: 7n,
} as never;

/** A member whose membership follows the commands, each of which leaves an event at the next position. */
class Follower {
  transState = 'RM';
  position = 7n;
  /** Position at which each other account was opened or closed, in turns. */
  readonly others: bigint[] = [];
  readonly ids = new Set<string>();

  readonly aggregates = {
    load: (_decider: unknown, of: string) => ({
      state:
        of === 'jdoe'
          ? { member: { transState: this.transState } }
          : { opened: true, closed: true },
      position: this.position,
    }),
  };
  readonly people = {
    openAccounts: (_loginId: string, position: bigint) =>
      this.others.filter((one) => one <= position).length % 2 === 1 ? ['A100000002'] : [],
  };
  readonly commands = {
    execute: (
      _decider: unknown,
      _of: string,
      { hasOpenAccount }: { readonly hasOpenAccount: boolean },
      { commandId }: { readonly commandId: string },
    ) => {
      this.ids.add(commandId);
      const next = hasOpenAccount ? 'RM' : 'EM';
      const events = next === this.transState ? [] : [next];
      this.transState = next;
      this.position += 10n;
      return { events, position: this.position };
    },
  };

  react(): Promise<bigint> {
    const { aggregates, people, commands } = this;
    return new FollowMembership(aggregates as never, people as never, commands as never).react(
      CLOSED,
    );
  }
}

describe('a membership follows accounts that are opened and closed meanwhile', () => {
  it.each([
    ['nothing beside', [], 'EM', 2],
    ['one was opened before it was changed', [12n], 'RM', 3],
    ['one was opened, and closed before it was changed back', [12n, 22n], 'EM', 4],
  ] as const)('%s', async (_what, others, ends, commands) => {
    const follower = new Follower();
    follower.others.push(...others);
    expect(await follower.react()).toBe(follower.position);
    expect(follower.transState).toBe(ends);
    expect(follower.ids.size).toBe(commands);
  });
});
