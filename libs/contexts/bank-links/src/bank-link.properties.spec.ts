import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { add24Hours, isRefusal } from '#libs/platform/kernel';
import { cancel, created, NOW, RIGHT, verify, verifyOwner } from '../test/bank-link-fixtures.js';
import type { BankLinkEvent } from './bank-link.events.js';
import { bankLink, type BankLinkCommand, verificationFailure } from './bank-link.js';

const attempts = 3;

const right = verify(RIGHT, { attempts });

const wrong = verify('wrong', { attempts });

const command: fc.Arbitrary<BankLinkCommand> = fc.constantFrom<BankLinkCommand>(
  { type: 'ConfirmMicroDeposits', amountsKey: RIGHT },
  { type: 'ExpireMicroDeposits' },
  right,
  wrong,
  wrong,
  wrong,
  cancel(),
  cancel({}, { transactionsInProcess: true }),
  { type: 'DecideCancellation', transactionsInProcess: true },
  { type: 'DecideCancellation', transactionsInProcess: false },
  verifyOwner(),
);

const steps = fc.array(fc.record({ command, days: fc.integer({ min: 0, max: 4 }) }), {
  maxLength: 25,
});

interface Step {
  readonly command: BankLinkCommand;
  readonly events: readonly BankLinkEvent[];
  readonly refused: boolean;
}

/** Executes commands one after the other, days apart. */
function run(list: readonly { command: BankLinkCommand; days: number }[]): {
  readonly log: readonly BankLinkEvent[];
  readonly steps: readonly Step[];
} {
  let now = NOW;
  const log: BankLinkEvent[] = [created];
  let state = bankLink.evolve(undefined, created);
  const taken = list.map(({ command: one, days }): Step => {
    now = add24Hours(now, days);
    const decision = bankLink.decide(one, state, { now, ids: undefined as never });
    const events = isRefusal(decision) ? [] : decision;
    log.push(...events);
    state = events.reduce(bankLink.evolve, state);
    return { command: one, events, refused: isRefusal(decision) };
  });
  expect(state?.revision).toBe(log.length - 1);
  return { log, steps: taken };
}

describe('any list of commands on a bank link', () => {
  const holds = (check: (outcome: ReturnType<typeof run>) => void): void => {
    fc.assert(
      fc.property(steps, (list) => {
        check(run(list));
      }),
      { numRuns: 500 },
    );
  };
  const count = (log: readonly BankLinkEvent[], type: BankLinkEvent['type']): number =>
    log.filter((event) => event.type === type).length;

  it('attempts never exceed the limit, and the last one ends the link', () => {
    holds(({ log }) => {
      const used = count(log, 'bankLink.MicroDepositsMismatched');
      expect(used).toBeLessThanOrEqual(attempts);
      if (used === attempts) {
        expect(log.at(-1)).toMatchObject({ data: { cause: 'attempts' } });
      }
    });
  });

  it('it is verified at most once, cancelled at most once, and nothing follows the end', () => {
    holds(({ log }) => {
      expect(count(log, 'bankLink.BankLinkVerified')).toBeLessThanOrEqual(1);
      const end = log.findIndex(({ type }) => type === 'bankLink.BankLinkCancelled');
      if (end !== -1) expect(end).toBe(log.length - 1);
    });
  });

  it('attempts count only while it is unverified, downward without gaps', () => {
    holds(({ log }) => {
      const left = log.flatMap((event) =>
        event.type === 'bankLink.MicroDepositsMismatched' ? [event.data.remainingAttempts] : [],
      );
      expect(left).toEqual([2, 1, 0].slice(0, left.length));
      const at = log.findIndex(({ type }) => type === 'bankLink.BankLinkVerified');
      const after = at === -1 ? [] : log.slice(at);
      expect(count(after, 'bankLink.MicroDepositsMismatched')).toBe(0);
    });
  });

  it('a verification either verifies or reports a failure', () => {
    holds(({ steps: taken }) => {
      for (const { command: one, events, refused } of taken) {
        if (one !== wrong || refused || events.length === 0) continue;
        expect(verificationFailure(events)).toBeDefined();
      }
    });
  });

  it('a request never cancels it while deposits or transactions are in transit', () => {
    holds(({ log, steps: taken }) => {
      const cancelledAt = log.findIndex(({ type }) => type === 'bankLink.BankLinkCancelled');
      const sentAt = log.findIndex(({ type }) => type === 'bankLink.MicroDepositsSent');
      if (cancelledAt !== -1) expect(sentAt).toBeGreaterThan(-1);
      for (const { command: one, events } of taken) {
        const cancels = events.some(({ type }) => type === 'bankLink.BankLinkCancelled');
        if (one.type === 'CancelBankLink') expect(cancels).toBe(false);
        if (one.type === 'DecideCancellation' && one.transactionsInProcess) {
          expect(cancels).toBe(false);
        }
      }
    });
  });
});
