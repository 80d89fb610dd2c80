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
      '{"ifaType":"NO","viewsRemaining":"-100","numberOfViews":3,"forceView":"true","priority":5,"memberOid":4711}';
    expect(readBody(PutItemDto, parseJsonText(text), NOW)).toEqual({
      value: {
        ifaType: 'NO',
        viewsRemaining: -100,
        numberOfViews: 3,
        forceView: true,
        priority: '5',
        memberOid: '4711',
      },
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
});
