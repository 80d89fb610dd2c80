import { describe, expect, it } from '@jest/globals';
import { fieldProblem, omit, pathMismatch, ruleProblem } from '#libs/platform/kernel';
import { requestBody, specification } from '#libs/platform/testing';
import { PutItemDto } from './item.dto.js';
import type { ItemEvent, ItemRecorded } from './item.events.js';
import { itemForAttention, type PutItem } from './item.js';

const member = { memberOid: '4711', firmId: '900001' };

const item = specification(itemForAttention);

function put(body: object, loginId = 'jdoe'): PutItem {
  const path = { id: 'n1', loginId, member, isForeign: false };
  return { type: 'PutItem', ...path, ...requestBody(PutItemDto, body).report() };
}

function recorded(data: Partial<ItemRecorded['data']> = {}): ItemRecorded {
  return {
    type: 'attention.ItemRecorded',
    data: {
      id: 'n1',
      loginId: 'jdoe',
      ...member,
      ifaType: 'NO',
      targetOid: null,
      targetOidType: null,
      forceResponse: false,
      forceView: false,
      numberOfViews: -100,
      startDate: null,
      expirationDate: null,
      priority: null,
      readDocumentKey: null,
      writeDocumentKey: null,
      readDocumentPath: null,
      writeDocumentPath: null,
      ifaStatus: 'I',
      viewsRemaining: -100,
      actorOid: null,
      actionDateTime: null,
      viewDateTime: null,
      ...data,
    },
  };
}

const agreed: ItemEvent = {
  type: 'attention.ItemAgreed',
  data: {
    id: 'n1',
    loginId: 'jdoe',
    actorOid: '4711',
    actionDateTime: '2026-03-02T15:00:00.000Z',
    by: 'response',
  },
};

/** Every field of an item, in the spelling of the GET. */
const full = {
  id: 'n1',
  itemForAttentionId: 'n1',
  ifaType: 'DU',
  itemForAttentionType: 'DU',
  ifaStatus: 'Y',
  itemForAttentionStatus: 'Y',
  targetOid: '12',
  targetOidType: 'B',
  forceResponse: true,
  forceView: true,
  viewsRemaining: 1,
  numberOfViews: 3,
  actorOid: '99',
  actionDateTime: '2026-02-01T10:00:00.000-05:00',
  viewDateTime: '2026-02-01T09:00:00Z',
  startDate: '2026-01-01T00:00:00.000+00:00',
  expirationDate: '2026-12-31T00:00:00.000+00:00',
  priority: '5',
  readDocumentKey: { documentKey: 'r', documentPartnerCode: 'P' },
  writeDocumentKey: { documentKey: 'w', documentPartnerCode: null },
  readDocumentPath: '/r.pdf',
  writeDocumentPath: '/w.pdf',
  memberOid: '4711',
} as const;

describe('back office, an item for attention [back-office.ifas]', () => {
  it('takes every field of the table', () => {
    const single = omit(
      full,
      'itemForAttentionId',
      'itemForAttentionType',
      'itemForAttentionStatus',
    );
    const event = recorded({
      ...single,
      actionDateTime: '2026-02-01T15:00:00.000Z',
      viewDateTime: '2026-02-01T09:00:00.000Z',
      startDate: '2026-01-01T00:00:00.000Z',
      expirationDate: '2026-12-31T00:00:00.000Z',
    });
    item.given([]).when(put(full)).then([event]);
    item.given([]).when(put(single)).then([event]);
    item
      .given([])
      .when(put(omit(full, 'id', 'ifaType', 'ifaStatus')))
      .then([event]);
    item.given([event]).when(put(full)).thenNothing();
  });

  it('everything but the type has a default', () => {
    item
      .given([])
      .when(put({ ifaType: 'NO' }))
      .then([recorded()]);
    item
      .given([])
      .when(put({ ifaType: 'NO', numberOfViews: 4, startDate: null }))
      .then([recorded({ numberOfViews: 4, viewsRemaining: 4 })]);
  });

  it('sent twice is one change, also when the member has answered in between', () => {
    const body = { ifaType: 'NO', ifaStatus: 'I' };
    item.given([recorded()]).when(put(body)).thenNothing();
    item.given([recorded(), agreed]).when(put(body)).thenNothing();
  });

  it('a changed body is an update that keeps how the item was handled where it does not say', () => {
    item
      .given([recorded(), agreed])
      .when(put({ ifaType: 'NO', priority: 'high' }))
      .then([
        recorded({
          priority: 'high',
          ifaStatus: 'A',
          actorOid: '4711',
          actionDateTime: '2026-03-02T15:00:00.000Z',
        }),
      ]);
    item
      .given([recorded(), agreed])
      .when(put({ ifaType: 'NO', priority: 'high', ifaStatus: 'O', actorOid: null }))
      .then([
        recorded({
          priority: 'high',
          ifaStatus: 'O',
          actionDateTime: '2026-03-02T15:00:00.000Z',
        }),
      ]);
  });

  it('a new limit of views starts counting anew, the same one goes on', () => {
    const viewed: ItemEvent = {
      type: 'attention.ItemViewed',
      data: {
        id: 'n1',
        loginId: 'jdoe',
        ifaStatus: 'V',
        viewsRemaining: 2,
        viewDateTime: '2026-03-02T15:00:00.000Z',
      },
    };
    const given = item.given([recorded({ numberOfViews: 3, viewsRemaining: 3 }), viewed]);
    const after = { ifaStatus: 'V', viewDateTime: '2026-03-02T15:00:00.000Z' } as const;
    given
      .when(put({ ifaType: 'NO', numberOfViews: 3, priority: '1' }))
      .then([recorded({ ...after, numberOfViews: 3, viewsRemaining: 2, priority: '1' })]);
    given
      .when(put({ ifaType: 'NO', numberOfViews: 5 }))
      .then([recorded({ ...after, numberOfViews: 5, viewsRemaining: 5 })]);
  });

  it('ids of the body equal that of the path', () => {
    for (const field of ['id', 'itemForAttentionId'] as const) {
      item
        .given([])
        .when(put({ ifaType: 'NO', [field]: 'n2' }))
        .thenRefused([pathMismatch(field)]);
    }
  });

  it('a view that is required is left', () => {
    const viewless = { ifaType: 'NO', forceView: true, numberOfViews: 0 };
    const message = 'The document must be viewed, but no views remain.';
    item
      .given([])
      .when(put(viewless))
      .thenRefused([fieldProblem('viewsRemaining', 'invalid.value', message)]);
    for (const viewed of [{ viewDateTime: '2026-03-01T00:00:00.000Z' }, { ifaStatus: 'V' }]) {
      item
        .given([])
        .when(put({ ...viewless, ...viewed }))
        .thenState((state) => expect(state?.item).toMatchObject({ forceView: true }));
    }
  });

  it('one that was viewed, nobody knows when, may be answered', () => {
    item
      .given([recorded({ forceView: true, ifaStatus: 'V' })])
      .when({ type: 'RespondToItem', id: 'n1', loginId: 'jdoe', action: 'A', actorOid: '4711' })
      .thenState((state) => expect(state?.item).toMatchObject({ ifaStatus: 'A' }));
  });

  it('an id belongs to one member', () => {
    item
      .given([recorded()])
      .when(put({ ifaType: 'NO' }, 'eve'))
      .thenRefused([
        ruleProblem('ifa.id.taken.rule', 'An item of another member has this id.', 'id'),
      ]);
  });
});
