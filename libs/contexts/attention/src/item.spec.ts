import { describe, expect, it } from '@jest/globals';
import { fieldProblem, notFound, ruleProblem } from '#libs/platform/kernel';
import { IfaStatuses } from '#libs/contexts/codes';
import { specification } from '#libs/platform/testing';
import type { ItemAgreed, ItemContent, ItemEvent, ItemRaised, ItemViewed } from './item.events.js';
import {
  type AgreeBySignature,
  type IfaAction,
  itemForAttention,
  type RaiseItem,
  type RespondToItem,
  type WithdrawItem,
} from './item.js';

const now = '2026-03-02T15:00:00.000Z';

const item = specification(itemForAttention);

const owner = { id: 'ifa-1', loginId: 'jdoe', memberOid: '4711', firmId: '900001' };

const bare: ItemContent = {
  ifaType: 'SA',
  targetOid: null,
  targetOidType: null,
  forceResponse: false,
  forceView: false,
  numberOfViews: -100,
  startDate: now,
  expirationDate: null,
  priority: null,
  readDocumentKey: null,
  writeDocumentKey: null,
  readDocumentPath: null,
  writeDocumentPath: null,
};

function raised(content: Partial<ItemContent> = {}): ItemRaised {
  return { type: 'attention.ItemRaised', data: { ...owner, ...bare, ...content } };
}

function respond(action: IfaAction, loginId = 'jdoe'): RespondToItem {
  return { type: 'RespondToItem', id: 'ifa-1', loginId, action, actorOid: '4711' };
}

const of = { id: 'ifa-1', loginId: 'jdoe' };

const agreed = (by: 'response' | 'signature'): ItemAgreed => ({
  type: 'attention.ItemAgreed',
  data: { ...of, actorOid: '4711', actionDateTime: now, by },
});

const viewed = (viewsRemaining = -100, ifaStatus: 'V' | 'A' = 'V'): ItemViewed => ({
  type: 'attention.ItemViewed',
  data: { ...of, ifaStatus, viewsRemaining, viewDateTime: now },
});

describe('an item is raised by the service', () => {
  const content: RaiseItem['content'] = {
    ifaType: 'SA',
    targetOid: 'RA12345678',
    targetOidType: 'A',
    forceResponse: true,
  };
  const raise: RaiseItem = { type: 'RaiseItem', ...owner, content };

  it('with defaults for what is not said, starting now at I', () => {
    const event = raised({ targetOid: 'RA12345678', targetOidType: 'A', forceResponse: true });
    item.given([]).when(raise).then([event]);
    item
      .given([event])
      .when(raise)
      .thenState((state) =>
        expect(state?.item).toMatchObject({
          ifaStatus: 'I',
          viewsRemaining: -100,
          actorOid: null,
          actionDateTime: null,
          viewDateTime: null,
        }),
      );
  });

  it('the same content again is no event, later and after an answer too', () => {
    const event = raised({ targetOid: 'RA12345678', targetOidType: 'A', forceResponse: true });
    item.given([event]).at('2027-01-01T00:00:00.000Z').when(raise).thenNothing();
    item
      .given([event, agreed('signature')])
      .when(raise)
      .thenNothing();
  });

  it('other content under the same id is refused', () => {
    item
      .given([raised({ targetOid: 'RA99999999', targetOidType: 'A' })])
      .when(raise)
      .thenRefused([ruleProblem('ifa.id.taken.rule', 'Another item has this id.', 'id')]);
  });
});

describe('a member responds [ifa.respond]', () => {
  it('A: agreed', () => {
    item
      .given([raised()])
      .when(respond('A'))
      .then([agreed('response')]);
    item
      .given([raised()])
      .when(respond('A'))
      .thenState((state) =>
        expect(state?.item).toMatchObject({
          ifaStatus: 'A',
          actorOid: '4711',
          actionDateTime: now,
        }),
      );
  });

  it('R: only for BV', () => {
    item
      .given([raised({ ifaType: 'BV' })])
      .when(respond('R'))
      .then([
        {
          type: 'attention.ItemRejected',
          data: { ...of, actorOid: '4711', actionDateTime: now },
        },
      ]);
    item
      .given([raised()])
      .when(respond('R'))
      .thenRefused([
        fieldProblem('action', 'invalid.choice', 'Only an item of type BV can be rejected.'),
      ]);
  });

  it('V: viewed, and viewsRemaining counts down to a refusal', () => {
    const limited = raised({ numberOfViews: 2 });
    item
      .given([limited])
      .when(respond('V'))
      .then([viewed(1)]);
    item
      .given([limited, viewed(1)])
      .when(respond('V'))
      .then([viewed(0)]);
    item
      .given([limited, viewed(1), viewed(0)])
      .when(respond('V'))
      .thenRefused([ruleProblem('ifa.views.exhausted.rule', 'The item may not be viewed again.')]);
  });

  it('V: -100 is no limit', () => {
    item.given([raised()]).when(respond('V')).then([viewed()]);
  });

  it('V: an answered item may be viewed and keeps its status', () => {
    item
      .given([raised(), agreed('response')])
      .when(respond('V'))
      .then([viewed(-100, 'A')]);
  });

  it('forceView: the answer comes after a view', () => {
    item
      .given([raised({ forceView: true })])
      .when(respond('A'))
      .thenRefused([ruleProblem('ifa.view.required.rule', 'The document must be viewed first.')]);
    item
      .given([raised({ forceView: true }), viewed()])
      .when(respond('A'))
      .then([agreed('response')]);
  });

  it('the same answer again is no event, also when the item has expired since', () => {
    item
      .given([raised({ expirationDate: '2026-03-02T16:00:00.000Z' }), agreed('response')])
      .at('2026-03-03T00:00:00.000Z')
      .when(respond('A'))
      .thenNothing();
  });

  it.each(Object.keys(IfaStatuses).filter((status) => !['I', 'V', 'A'].includes(status)))(
    'status %s is final',
    (ifaStatus) => {
      const recorded = {
        type: 'attention.ItemRecorded' as const,
        data: {
          ...raised().data,
          ifaStatus: ifaStatus as 'R',
          viewsRemaining: -100,
          actorOid: null,
          actionDateTime: null,
          viewDateTime: null,
        },
      };
      item
        .given([recorded])
        .when(respond('A'))
        .thenRefused([
          ruleProblem('ifa.final.rule', `The item has already been answered: ${ifaStatus}.`),
        ]);
    },
  );

  it('of an answered item that has expired another answer is told that it was answered, a view that it has expired', () => {
    const answered = item.given([
      raised({ expirationDate: now, ifaType: 'BV' }),
      agreed('response'),
    ]);
    answered
      .when(respond('R'))
      .thenRefused([ruleProblem('ifa.final.rule', 'The item has already been answered: A.')]);
    answered
      .when(respond('V'))
      .thenRefused([ruleProblem('ifa.expired.rule', 'The item has expired.')]);
  });

  it.each(['A', 'V'] as const)('expirationDate: from that moment on %s is refused', (action) => {
    const event = raised({ startDate: null, expirationDate: now });
    item
      .given([event])
      .when(respond(action))
      .thenRefused([ruleProblem('ifa.expired.rule', 'The item has expired.')]);
    item
      .given([event])
      .at('2026-03-02T14:59:59.999Z')
      .when(respond(action))
      .thenState((state) => {
        expect(state?.item.ifaStatus).toBe(action);
      });
  });

  it.each(['A', 'V'] as const)('startDate: before that moment %s is refused', (action) => {
    const event = raised({ startDate: now });
    item
      .given([event])
      .at('2026-03-02T14:59:59.999Z')
      .when(respond(action))
      .thenRefused([
        ruleProblem('ifa.not.started.rule', 'The item cannot be answered before its start date.'),
      ]);
    item
      .given([event])
      .when(respond(action))
      .thenState((state) => {
        expect(state?.item.ifaStatus).toBe(action);
      });
  });

  it('tells every problem at once', () => {
    item
      .given([raised({ forceView: true, expirationDate: now })])
      .when(respond('R'))
      .thenRefused([
        fieldProblem('action', 'invalid.choice', 'Only an item of type BV can be rejected.'),
        ruleProblem('ifa.view.required.rule', 'The document must be viewed first.'),
        ruleProblem('ifa.expired.rule', 'The item has expired.'),
      ]);
  });

  it('404 for an unknown item and for another member’s', () => {
    item.given([]).when(respond('A')).thenRefused(notFound().problems, 'not_found');
    item.given([raised()]).when(respond('A', 'eve')).thenRefused(notFound().problems, 'not_found');
  });
});

describe('states table: submit customer signature', () => {
  const agree: AgreeBySignature = { type: 'AgreeBySignature', id: 'ifa-1' };

  it('the agreement’s IFA exists: agreed, by its owner', () => {
    item
      .given([raised()])
      .when(agree)
      .then([agreed('signature')]);
  });

  it('no IFA exists: unchanged', () => {
    item.given([]).when(agree).thenNothing();
  });

  it('already agreed: no event', () => {
    item
      .given([raised(), agreed('response')])
      .when(agree)
      .thenNothing();
  });

  it('neither expiry nor a missing view stand in its way', () => {
    item
      .given([raised({ expirationDate: now, forceView: true })])
      .when(agree)
      .then([agreed('signature')]);
  });

  it('only SA asks for a signature', () => {
    item
      .given([raised({ ifaType: 'AN' })])
      .when(agree)
      .thenRefused([
        ruleProblem('ifa.not.signable.rule', 'The item does not ask for a signature.'),
      ]);
  });
});

describe('what an item asks for has become pointless', () => {
  const withdraw: WithdrawItem = { type: 'WithdrawItem', id: 'ifa-1' };
  const withdrawn = (ifaStatus: 'I' | 'V' = 'I') => ({
    type: 'attention.ItemWithdrawn' as const,
    data: { id: 'ifa-1', loginId: 'jdoe', ifaType: 'SA' as const, ifaStatus, expirationDate: now },
  });

  it.each<[string, ItemEvent[], 'I' | 'V']>([
    ['new', [raised()], 'I'],
    ['viewed', [raised(), viewed()], 'V'],
    ['to expire later', [raised({ expirationDate: '2026-12-31T00:00:00.000Z' })], 'I'],
  ])('%s: it expires now', (_, events, status) => {
    item
      .given(events)
      .when(withdraw)
      .then([withdrawn(status)]);
    item
      .given([...events, withdrawn(status)])
      .when(respond('A'))
      .thenRefused([ruleProblem('ifa.expired.rule', 'The item has expired.')]);
  });

  it.each<[string, ItemEvent[]]>([
    ['not there', []],
    ['answered', [raised(), agreed('response')]],
    ['expired', [raised({ expirationDate: now })]],
    ['withdrawn', [raised(), withdrawn()]],
  ])('%s: nothing happens', (_, events) => {
    item.given(events).when(withdraw).thenNothing();
  });
});
