import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  codesOf,
  fieldProblem,
  isRefusal,
  Money,
  pathMismatch,
  type Problem,
  ruleProblem,
} from '#libs/platform/kernel';
import { type SubscriptionState, SubscriptionStates } from '#libs/contexts/codes';
import {
  countingIds,
  projectionSpecification,
  requestBody,
  specification,
} from '#libs/platform/testing';
import type { OfferState } from './offer.js';
import type { SubscriptionEvent } from './placement.events.js';
import { purchaseOrderOidOf, subscriptionDocuments } from './subscription.document.js';
import { SubscriptionDto, toSubscriptionResponse } from './subscription.dto.js';
import {
  changedFields,
  EVENT_OF_STATE,
  headerProblem,
  type KnownSubscription,
  mayFollow,
  type RecordSubscriptionState,
  type Subscribe,
  subscriptionDecider,
  type SubscriptionFacts,
  type SubscriptionTerms,
} from './subscription.js';

const NOW = '2026-03-02T15:00:00.000Z';

const ids = { accountNumber: 'RA00000001', subscriptionOid: '500000000000001' };

const document = { key: 'k', size: 1, mediaType: 'application/pdf', name: 'D', signable: false };

const offer: OfferState = {
  offer: {
    name: 'Growth Fund I',
    openingDate: '2026-03-02',
    closingDate: '2026-03-31',
    eligibleFirms: ['1000001'],
    eligibility: 'ACCREDITED',
    minimum: '1000.00',
    maximum: '50000.00',
  },
  documents: [
    { ...document, documentId: 'memo', sha256: 'b', required: true },
    { ...document, documentId: 'flyer', sha256: 'c', required: false },
  ],
};

const member = { loginId: 'jdoe', isOwner: true, isAccredited: true };

const facts: SubscriptionFacts = {
  firmId: '1000001',
  member,
  actingMember: 'advisor',
  offer,
  fetched: new Map([['memo', ['a', 'b']]]),
  restriction: undefined,
  sentAt: '2026-03-02T14:59:58.000Z',
  receivedAt: '2026-03-02T14:59:59.000Z',
};

const terms: SubscriptionTerms = {
  discretionary: false,
  solicited: true,
  privatePlacementOfferOid: 'o1',
  reasonForTrade: 'NS',
  requestedDollarAmount: Money.of('25000'),
  side: '1',
};

const subscribe = (
  fields: Partial<SubscriptionTerms> = {},
  known: Partial<SubscriptionFacts> = {},
): Subscribe => ({
  type: 'Subscribe',
  ...ids,
  terms: { ...terms, ...fields },
  facts: { ...facts, ...known },
});

const submitted: SubscriptionEvent = {
  type: 'placement.SubscriptionSubmitted',
  data: {
    ...ids,
    firmId: '1000001',
    associatedMemberId: 'jdoe',
    actingMember: 'advisor',
    privatePlacementOfferOid: 'o1',
    discretionary: false,
    solicited: true,
    reasonForTrade: 'NS',
    requestedDollarAmount: '25000.00',
    side: '1',
    sentAt: facts.sentAt,
    receivedAt: facts.receivedAt,
    respondedAt: NOW,
  },
};

const to = (status: Exclude<SubscriptionState, 'INITIAL'>): SubscriptionEvent => ({
  type: EVENT_OF_STATE[status],
  data: ids,
});

/** The first report: it leads to the purchase order, unless it ends the subscription. */
const first = (status: Exclude<SubscriptionState, 'INITIAL'>): SubscriptionEvent => {
  const raises = status !== 'REJECTED' && status !== 'CANCELLED';
  const [purchaseOrderOid] = ['100000000000001'];
  return { type: EVENT_OF_STATE[status], data: { ...ids, ...(raises && { purchaseOrderOid }) } };
};

const record = (report: RecordSubscriptionState['report']): RecordSubscriptionState => ({
  type: 'RecordSubscriptionState',
  ...ids,
  report,
});

const subscription = specification(subscriptionDecider);

const codes = (problems: readonly Problem[]) =>
  problems.map(({ errorCode, field }) => [errorCode, field].filter(Boolean).join(' '));

const refusals = (command: Subscribe, now = NOW): string[] => {
  const decision = subscriptionDecider.decide(command, undefined, { now, ids: countingIds() });
  if (!isRefusal(decision)) return [];
  return codes(decision.problems);
};

describe('a subscription [subscription.rules]', () => {
  it('is INITIAL and records when it was sent, received and answered', () => {
    subscription.given([]).at(NOW).when(subscribe()).then([submitted]);
    subscription
      .given([])
      .at(NOW)
      .when(subscribe())
      .thenState((state) => {
        expect(state?.status).toBe('INITIAL');
      });
  });

  it.each<[string, Partial<SubscriptionTerms>, Partial<SubscriptionFacts>, string[]]>([
    ['account number', { accountNumber: 'RA00000002' }, {}, ['uri.matching.rule accountNumber']],
    ['own account number', { accountNumber: ids.accountNumber }, {}, []],
    ['side', { side: '2' }, {}, ['privateplacement.side.rule side']],
    [
      'no owner',
      {},
      { member: { ...member, isOwner: false } },
      ['privateplacement.eligibility.rule'],
    ],
    [
      'not accredited',
      {},
      { member: { ...member, isAccredited: false } },
      ['privateplacement.eligibility.rule'],
    ],
    ['nothing fetched', {}, { fetched: new Map() }, ['privateplacement.documents.rule']],
    [
      'fetched with other contents',
      {},
      { fetched: new Map([['memo', ['a']]]) },
      ['privateplacement.documents.rule'],
    ],
    [
      'another firm learns nothing else of the offer',
      { requestedDollarAmount: Money.of('1') },
      { firmId: '1000002', member: { ...member, isAccredited: false }, fetched: new Map() },
      ['privateplacement.eligibility.rule privatePlacementOfferOid'],
    ],
    [
      'restricted account',
      {},
      { restriction: ruleProblem('account.restricted.rule') },
      ['account.restricted.rule'],
    ],
    [
      'several at once',
      { side: '2', requestedDollarAmount: Money.of('50000.01') },
      { member: { ...member, isOwner: false } },
      [
        'privateplacement.side.rule side',
        'privateplacement.eligibility.rule',
        'privateplacement.amount.rule requestedDollarAmount',
      ],
    ],
  ])('%s', (_, fields, known, expected) => {
    expect(refusals(subscribe(fields, known)).sort()).toEqual([...expected].sort());
  });

  it('the refusal names the fields that decide', () => {
    const command = subscribe({}, { member: { ...member, isAccredited: false } });
    const decision = subscriptionDecider.decide(command, undefined, {
      now: NOW,
      ids: countingIds(),
    });
    const messages = isRefusal(decision) ? decision.problems.map(({ message }) => message) : [];
    expect(messages).toEqual([
      'The offer is for accredited investors only: accreditedInvestorAnnualIncome or accreditedInvestorNetWorth of the member must be true.',
    ]);
  });

  it('an offer for everybody requires no accreditation', () => {
    const open: OfferState = { ...offer, offer: { ...offer.offer, eligibility: 'ALL' } };
    const known = { offer: open, member: { ...member, isAccredited: false } };
    expect(refusals(subscribe({}, known))).toEqual([]);
  });

  it.each([
    ['2026-03-02T04:59:59.999Z', false],
    ['2026-03-02T05:00:00.000Z', true],
    ['2026-04-01T03:59:59.999Z', true],
    ['2026-04-01T04:00:00.000Z', false],
  ])('the window is in New York days: %s', (now, open) => {
    expect(refusals(subscribe(), now)).toEqual(
      open ? [] : ['privateplacement.offer.closed.rule privatePlacementOfferOid'],
    );
  });

  it.each([
    ['999.99', 'privateplacement.amount.rule'],
    ['1000', undefined],
    ['50000', undefined],
    ['50000.01', 'privateplacement.amount.rule'],
  ])('requestedDollarAmount %s: %s', (amount, code) => {
    expect(refusals(subscribe({ requestedDollarAmount: Money.of(amount) }))).toEqual(
      code === undefined ? [] : [`${code} requestedDollarAmount`],
    );
  });

  it('the header must name a member of the firm', () => {
    const told = (loginId?: string) => headerProblem(loginId);
    expect([told(), told('nobody')]).toMatchObject([
      { field: 'X-Associated-Member-Id', errorCode: 'cannot.be.null' },
      { errorCode: 'invalid.value', message: 'The firm has no such member.' },
    ]);
  });

  it('an id can be used only once', () => {
    subscription
      .given([submitted])
      .when(subscribe())
      .thenRefused([expect.objectContaining({ type: 'CONFLICT' }) as never], 'conflict');
  });
});

const states = codesOf(SubscriptionStates);

const PATH = ['ORDER_CREATED', 'ACCEPTED', 'PROCESSING', 'COMPLETE'] as const;

/** Events that lead to a state. */
const history = (status: SubscriptionState): SubscriptionEvent[] => {
  if (status === 'INITIAL') return [submitted];
  if (status === 'REJECTED' || status === 'CANCELLED') return [submitted, to(status)];
  const [ordered, ...later] = PATH.slice(0, PATH.indexOf(status) + 1);
  return [submitted, first(ordered ?? status), ...later.map(to)];
};

describe('the state of a subscription [subscription.status]', () => {
  it.each(states.flatMap((from) => states.map((next) => [from, next] as const)))(
    '%s to %s',
    (from, next) => {
      const then = subscription.given(history(from)).when(record({ status: next }));
      if (next === from || next === 'INITIAL') {
        if (next === from) then.thenNothing();
        else then.thenRefused([expect.objectContaining({ field: 'status' }) as never]);
      } else if (mayFollow(from, next)) then.then([from === 'INITIAL' ? first(next) : to(next)]);
      else {
        then.thenRefused([
          expect.objectContaining({ errorCode: 'privateplacement.state.rule' }) as never,
        ]);
      }
    },
  );

  it('allows exactly these transitions', () => {
    const allowed = states.flatMap((from) =>
      states.filter((next) => mayFollow(from, next)).map((next) => `${from}>${next}`),
    );
    const open = ['INITIAL', 'ORDER_CREATED', 'ACCEPTED', 'PROCESSING'];
    expect(allowed.sort()).toEqual(
      [
        ...['ORDER_CREATED', 'ACCEPTED', 'PROCESSING', 'COMPLETE'].map((to) => `INITIAL>${to}`),
        ...['ACCEPTED', 'PROCESSING', 'COMPLETE'].map((to) => `ORDER_CREATED>${to}`),
        ...['PROCESSING', 'COMPLETE'].map((to) => `ACCEPTED>${to}`),
        'PROCESSING>COMPLETE',
        ...open.flatMap((from) => [`${from}>REJECTED`, `${from}>CANCELLED`]),
      ].sort(),
    );
  });

  it('other fields of the GET may be repeated but not changed', () => {
    const known = subscriptionDecider.evolve(undefined, submitted);
    if (!known) throw new Error('no state');
    const body = toSubscriptionResponse({ ...known, purchaseOrderOid: null, revision: 0 });
    expect(changedFields(requestBody(SubscriptionDto, body), known)).toEqual([]);
    const changed = {
      associatedMemberId: 'other',
      privatePlacementOfferOid: 'o2',
      discretionary: true,
      solicited: false,
      reasonForTrade: 'RB',
      requestedDollarAmount: '25000.01',
      side: '2',
      sentTimestamp: NOW,
      receivedTimestamp: NOW,
      respondedTimestamp: facts.receivedAt,
    };
    const report = requestBody(SubscriptionDto, { ...changed, status: 'REJECTED' });
    expect(changedFields(report, known)).toEqual(
      Object.keys(changed).map((name) => fieldProblem(name, 'not.updatable')),
    );
  });

  it('ids of the body must match the path', () => {
    const ids = { accountNumber: 'RA00000002', privatePlacementOrderOid: '1' };
    subscription
      .given([submitted])
      .when(record({ ...ids, status: 'REJECTED' }))
      .thenRefused([pathMismatch('accountNumber'), pathMismatch('privatePlacementOrderOid')]);
  });

  it('an unknown subscription and one of another account do not exist', () => {
    const notThere = [{ type: 'NOT_FOUND' as const, message: 'The resource does not exist.' }];
    const command = record({ status: 'REJECTED' });
    subscription.given([]).when(command).thenRefused(notThere, 'not_found');
    subscription
      .given([submitted])
      .when({ ...command, accountNumber: 'RA00000002' })
      .thenRefused(notThere, 'not_found');
  });
});

describe('the purchase order', () => {
  it('of a subscription that was at ORDER_CREATED before orders were raised there comes with the next state', () => {
    subscription
      .given([submitted, to('ORDER_CREATED')])
      .when(record({ status: 'ACCEPTED' }))
      .then([first('ACCEPTED')]);
  });

  it('that an acceptance has led to keeps its id, and no other is raised', () => {
    const id = '4b3f2f0e-6f0c-4b8e-9d55-0a4b8a4d1c11';
    const events = [submitted, to('ORDER_CREATED'), { ...to('ACCEPTED'), id }] as const;
    subscription
      .given(events)
      .when(record({ status: 'PROCESSING' }))
      .then([to('PROCESSING')]);
    const state = events.reduce<KnownSubscription | undefined>(
      subscriptionDecider.evolve,
      undefined,
    );
    projectionSpecification(subscriptionDocuments)
      .given(events)
      .thenDocument(ids.subscriptionOid, {
        ...state,
        purchaseOrderOid: purchaseOrderOidOf(id),
        revision: 2,
      });
  });
});

describe('any list of states', () => {
  it('never goes back or leaves a final state, and the document agrees with the stream', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...states), { maxLength: 12 }), (wanted) => {
        const events: SubscriptionEvent[] = [submitted];
        for (const status of wanted) {
          const state = events.reduce(subscriptionDecider.evolve, undefined);
          const decision = subscriptionDecider.decide(record({ status }), state, {
            now: NOW,
            ids: countingIds(),
          });
          if (!isRefusal(decision)) events.push(...decision);
        }
        expect(new Set(events.map(({ type }) => type)).size).toBe(events.length);
        const state = events.reduce(subscriptionDecider.evolve, undefined);
        projectionSpecification(subscriptionDocuments)
          .given(events)
          .thenDocument(ids.subscriptionOid, { ...state, revision: events.length - 1 });
      }),
    );
  });

  it('GET returns what was sent, for whom, when, and the state', () => {
    const state = [submitted].reduce(subscriptionDecider.evolve, undefined);
    if (!state) throw new Error('no state');
    expect(
      toSubscriptionResponse({ ...state, sentAt: null, purchaseOrderOid: null, revision: 0 }),
    ).toEqual({
      privatePlacementOrderOid: ids.subscriptionOid,
      accountNumber: ids.accountNumber,
      associatedMemberId: 'jdoe',
      privatePlacementOfferOid: 'o1',
      discretionary: false,
      solicited: true,
      reasonForTrade: 'NS',
      requestedDollarAmount: '25000.00',
      side: '1',
      status: 'INITIAL',
      sentTimestamp: null,
      receivedTimestamp: '2026-03-02T14:59:59.000+00:00',
      respondedTimestamp: '2026-03-02T15:00:00.000+00:00',
    });
  });
});
