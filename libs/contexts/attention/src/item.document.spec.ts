import { describe, expect, it } from '@jest/globals';
import { projectionSpecification, requestBody, specification } from '#libs/platform/testing';
import { type ItemDocument, itemDocuments } from './item.document.js';
import { PutItemDto, toItemResponse } from './item.dto.js';
import type { ItemEvent } from './item.events.js';
import { itemForAttention } from './item.js';

const owner = { id: 'ifa-1', loginId: 'jdoe', memberOid: '4711', firmId: '900001' };

const of = { id: 'ifa-1', loginId: 'jdoe' };

const content = {
  ifaType: 'BV' as const,
  targetOid: '12',
  targetOidType: 'B' as const,
  forceResponse: true,
  forceView: false,
  numberOfViews: 3,
  startDate: '2026-03-01T00:00:00.000Z',
  expirationDate: null,
  priority: '5',
  readDocumentKey: { documentKey: 'r', documentPartnerCode: null },
  writeDocumentKey: null,
  readDocumentPath: '/r.pdf',
  writeDocumentPath: null,
};

const raised: ItemEvent = { type: 'attention.ItemRaised', data: { ...owner, ...content } };

const viewed: ItemEvent = {
  type: 'attention.ItemViewed',
  data: {
    ...of,
    ifaStatus: 'V',
    viewsRemaining: 2,
    viewDateTime: '2026-03-02T10:00:00.000Z',
  },
};

const rejected: ItemEvent = {
  type: 'attention.ItemRejected',
  data: { ...of, actorOid: '4711', actionDateTime: '2026-03-02T11:00:00.000Z' },
};

const agreed: ItemEvent = {
  type: 'attention.ItemAgreed',
  data: {
    ...of,
    actorOid: '4711',
    actionDateTime: '2026-03-02T12:00:00.000Z',
    by: 'signature',
  },
};

const recorded: ItemEvent = {
  type: 'attention.ItemRecorded',
  data: {
    ...owner,
    ...content,
    ifaStatus: 'O',
    viewsRemaining: 1,
    actorOid: null,
    actionDateTime: null,
    viewDateTime: null,
  },
};

const withdrawn: ItemEvent = {
  type: 'attention.ItemWithdrawn',
  data: {
    ...of,
    ifaType: 'BV',
    ifaStatus: 'V',
    expirationDate: '2026-03-02T10:30:00.000Z',
  },
};

function fold(events: readonly ItemEvent[]): ItemDocument | undefined {
  let folded: unknown;
  projectionSpecification(itemDocuments)
    .given(events)
    .thenDocuments((documents) => {
      expect([...documents.keys()].filter((id) => id !== owner.id)).toEqual([]);
      folded = documents.get(owner.id);
    });
  return folded as ItemDocument | undefined;
}

describe('read model attention.item', () => {
  it('every field, three keys in both spellings [ifa.get]', () => {
    expect(toItemResponse(fold([raised, viewed, rejected])!)).toEqual({
      id: 'ifa-1',
      itemForAttentionId: 'ifa-1',
      ifaType: 'BV',
      itemForAttentionType: 'BV',
      ifaStatus: 'R',
      itemForAttentionStatus: 'R',
      targetOid: '12',
      targetOidType: 'B',
      forceResponse: true,
      forceView: false,
      viewsRemaining: 2,
      numberOfViews: 3,
      actorOid: '4711',
      actionDateTime: '2026-03-02T11:00:00.000+00:00',
      viewDateTime: '2026-03-02T10:00:00.000+00:00',
      startDate: '2026-03-01T00:00:00.000+00:00',
      expirationDate: null,
      priority: '5',
      readDocumentKey: { documentKey: 'r', documentPartnerCode: null },
      writeDocumentKey: null,
      readDocumentPath: '/r.pdf',
      writeDocumentPath: null,
      memberOid: '4711',
    });
  });

  it('is at every moment what the decider knows; its entity tag is the revision of the stream', () => {
    const history = [raised, viewed, withdrawn, rejected, agreed, recorded, viewed];
    for (let length = 1; length <= history.length; length++) {
      const events = history.slice(0, length);
      const state = events.reduce(itemForAttention.evolve, itemForAttention.initial);
      expect(fold(events)).toEqual({ ...state!.item, revision: length - 1 });
    }
    const types = new Set(history.map(({ type }) => type));
    expect([...itemDocuments.events].sort()).toEqual([...types].sort());
  });

  it('an event before the item leaves nothing', () => {
    expect(fold([viewed])).toBeUndefined();
  });

  it('what GET shows can be sent back by the back office and changes nothing', () => {
    const pasts = [
      [raised],
      [recorded],
      [recorded, viewed],
      [raised, viewed, agreed],
      [raised, withdrawn],
    ];
    for (const history of pasts) {
      const report = requestBody(PutItemDto, toItemResponse(fold(history)!)).report();
      const { id, loginId, memberOid, firmId } = owner;
      specification(itemForAttention)
        .given(history)
        .when({
          type: 'PutItem',
          ...{ id, loginId, member: { memberOid, firmId }, isForeign: false },
          ...report,
        })
        .thenNothing();
    }
  });
});
