import { describe, expect, it } from '@jest/globals';
import { parseJsonText, readBody } from '#libs/platform/http';
import { PutItemDto, RespondToItemDto } from './item.dto.js';

const NOW = '2026-03-02T15:00:00.000Z';

const problemsOf = (text: string) =>
  readBody(PutItemDto, parseJsonText(text), NOW).problems.map(({ field, errorCode }) => [
    field,
    errorCode,
  ]);

describe('body of PUT …/ifas/{id}', () => {
  it('is an action A, R or V', () => {
    expect(readBody(RespondToItemDto, parseJsonText('{"action":"V"}'), NOW)).toEqual({
      value: { action: 'V' },
      problems: [],
    });
    expect(readBody(RespondToItemDto, parseJsonText('{"action":"Y"}'), NOW).problems).toMatchObject(
      [{ field: 'action', errorCode: 'invalid.choice' }],
    );
    expect(readBody(RespondToItemDto, parseJsonText('{}'), NOW).problems).toMatchObject([
      { field: 'action', errorCode: 'cannot.be.null' },
    ]);
  });
});

describe('body of the back office’s PUT', () => {
  it('numbers and booleans may be strings, ids and priorities numbers', () => {
    const text =
      '{"ifaType":"NO","viewsRemaining":"2","numberOfViews":3,"forceView":"true","priority":5,"memberOid":4711}';
    expect(readBody(PutItemDto, parseJsonText(text), NOW)).toEqual({
      value: expect.objectContaining({
        ifaType: 'NO',
        viewsRemaining: 2,
        numberOfViews: 3,
        forceView: true,
        priority: '5',
        memberOid: '4711',
      }),
      problems: [],
    });
  });

  it('tells every problem at once, at every depth', () => {
    expect(
      problemsOf(
        '{"ifaType":"ZZ","startDate":"now","viewsRemaining":1.5,"forceView":1,"loginId":"x",' +
          '"readDocumentKey":{"documentKey":null,"key":"r"},"writeDocumentKey":"w"}',
      ),
    ).toEqual([
      ['loginId', undefined],
      ['ifaType', 'invalid.choice'],
      ['forceView', 'invalid.value'],
      ['viewsRemaining', 'invalid.value'],
      ['startDate', 'invalid.date'],
      ['key', undefined],
      ['documentKey', 'cannot.be.null'],
      ['writeDocumentKey', 'invalid.value'],
    ]);
  });

  it.each([
    ['itemForAttentionType', { itemForAttentionType: 'SA' }, 'It differs from ifaType.'],
    [
      'itemForAttentionStatus',
      { ifaStatus: 'I', itemForAttentionStatus: 'V' },
      'It differs from ifaStatus.',
    ],
    ['readDocumentPath', { readDocumentPath: 'a\nb' }, undefined],
    ['targetOid', { targetOid: '\u202e', targetOidType: 'A' }, undefined],
    [
      'numberOfViews',
      { numberOfViews: -1 },
      'It must be a whole number from 0, or -100 for no limit.',
    ],
    ['viewsRemaining', { numberOfViews: 2, viewsRemaining: 3 }, 'It is more than numberOfViews.'],
    [
      'viewsRemaining',
      { numberOfViews: 2, viewsRemaining: -100 },
      'It is more than numberOfViews.',
    ],
    [
      'expirationDate',
      { startDate: '2026-01-02T00:00:00Z', expirationDate: '2026-01-01T00:00:00Z' },
      'It is before startDate.',
    ],
  ])('%s › not in %j', (field, fields, message) => {
    const json = parseJsonText(JSON.stringify({ ifaType: 'NO', ...fields }));
    expect(readBody(PutItemDto, json, NOW).problems).toMatchObject([
      { field, errorCode: 'invalid.value', ...(message !== undefined && { message }) },
    ]);
  });

  it('what has been done has been done; a target has an id and a type', () => {
    const ahead = '"2026-03-03T15:00:00Z"';
    expect(
      problemsOf(`{"ifaType":"NO","actionDateTime":${ahead},"viewDateTime":${ahead}}`),
    ).toEqual([
      ['actionDateTime', 'invalid.date'],
      ['viewDateTime', 'invalid.date'],
    ]);
    expect(problemsOf('{"ifaType":"NO","targetOid":"12"}')).toEqual([
      ['targetOidType', 'cannot.be.null'],
    ]);
    expect(problemsOf('{"ifaType":"NO","targetOidType":"A"}')).toEqual([
      ['targetOid', 'cannot.be.null'],
    ]);
  });
});
