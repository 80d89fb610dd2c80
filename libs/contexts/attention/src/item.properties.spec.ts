import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { codesOf, isRefusal } from '#libs/platform/kernel';
import { IfaStatuses, IfaTypes } from '#libs/contexts/codes';
import { countingIds, requestBody } from '#libs/platform/testing';
import { PutItemDto } from './item.dto.js';
import type { ItemEvent } from './item.events.js';
import { type ItemCommand, itemForAttention, UNLIMITED_VIEWS } from './item.js';

const owner = { id: 'ifa-1', loginId: 'jdoe', memberOid: '4711', firmId: '900001' };

const views = fc.oneof(fc.constant(UNLIMITED_VIEWS), fc.nat({ max: 4 }));

const ifaType = fc.constantFrom(...codesOf(IfaTypes));

const command: fc.Arbitrary<ItemCommand> = fc.oneof(
  fc.record({
    type: fc.constant('RaiseItem' as const),
    id: fc.constant(owner.id),
    loginId: fc.constant(owner.loginId),
    memberOid: fc.constant(owner.memberOid),
    firmId: fc.constant(owner.firmId),
    content: fc.record({ ifaType, numberOfViews: views, forceView: fc.boolean() }),
  }),
  fc.record({
    type: fc.constant('RespondToItem' as const),
    id: fc.constant(owner.id),
    loginId: fc.constantFrom('jdoe', 'jdoe', 'eve'),
    action: fc.constantFrom('A' as const, 'R' as const, 'V' as const, 'V' as const),
    actorOid: fc.constant('4711'),
  }),
  fc.record({
    type: fc.constantFrom('AgreeBySignature' as const, 'WithdrawItem' as const),
    id: fc.constant(owner.id),
  }),
  fc
    .record({
      loginId: fc.constantFrom('jdoe', 'eve'),
      body: fc.record(
        { ifaType, ifaStatus: fc.constantFrom(...codesOf(IfaStatuses)), numberOfViews: views },
        { requiredKeys: ['ifaType'] },
      ),
    })
    .map(({ loginId, body }) => ({
      type: 'PutItem' as const,
      isForeign: false,
      id: owner.id,
      loginId,
      member: { memberOid: '4711', firmId: '900001' },
      ...requestBody(PutItemDto, body).report(),
    })),
);

const history = fc.array(command, { maxLength: 30 }).map((commands) => {
  const ids = countingIds();
  let state = itemForAttention.initial;
  const events: ItemEvent[] = [];
  commands.forEach((next, index) => {
    const now = new Date(Date.UTC(2026, 0, 1 + index)).toISOString();
    const decision = itemForAttention.decide(next, state, { now, ids });
    if (isRefusal(decision)) return;
    state = decision.reduce(itemForAttention.evolve, state);
    events.push(...decision);
  });
  return events;
});

describe('any list of commands on an item', () => {
  it('views never go below 0 unless they have no limit, and count down by one', () => {
    fc.assert(
      fc.property(history, (events) => {
        let state = itemForAttention.initial;
        for (const event of events) {
          const before = state?.item.viewsRemaining;
          state = itemForAttention.evolve(state, event);
          const after = state?.item.viewsRemaining ?? NaN;
          expect(after === UNLIMITED_VIEWS || after >= 0).toBe(true);
          if (event.type === 'attention.ItemViewed') {
            expect(after).toBe(before === UNLIMITED_VIEWS ? before : (before ?? NaN) - 1);
          }
        }
      }),
    );
  });

  it('an item has one owner for ever, and only BV is rejected by a member', () => {
    fc.assert(
      fc.property(history, (events) => {
        expect(new Set(events.map(({ data }) => data.loginId)).size).toBeLessThanOrEqual(1);
        let state = itemForAttention.initial;
        for (const event of events) {
          if (event.type === 'attention.ItemRejected') expect(state?.item.ifaType).toBe('BV');
          state = itemForAttention.evolve(state, event);
        }
      }),
    );
  });

  it('prefix and suffix fold to the same as the whole, in any order without throwing', () => {
    const shuffled = history.chain((events) =>
      fc.tuple(fc.constant(events), fc.shuffledSubarray(events), fc.nat()),
    );
    fc.assert(
      fc.property(shuffled, ([events, others, cut]) => {
        const { evolve, initial } = itemForAttention;
        const at = events.length === 0 ? 0 : cut % events.length;
        const prefix = events.slice(0, at).reduce(evolve, initial);
        expect(events.slice(at).reduce(evolve, prefix)).toEqual(events.reduce(evolve, initial));
        expect(() => others.reduce(evolve, initial)).not.toThrow();
      }),
    );
  });
});
