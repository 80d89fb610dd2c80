import { describe, expect, it } from '@jest/globals';
import { parseJsonText, readBody } from '#libs/platform/http';
import type { RecordedOf } from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import { rtgDocuments } from './rtg.document.js';
import { RtgDto, RtgSubscriptionDto, toRtgBody } from './rtg.dto.js';
import type { RtgEvent } from './rtg.events.js';
import { rtgDecider } from './rtg.js';

const NOW = '2026-03-02T15:00:00.000Z';

const read = (text: string) => readBody(RtgDto, parseJsonText(text), NOW);

const defined: RtgEvent = {
  type: 'rtg.RtgDefined',
  data: {
    rtgOid: '3000001',
    name: 'Balanced',
    description: null,
    targetWeights: [{ ticker: 'VTI', targetWeight: '100.00' }],
  },
};

describe('body of PUT /backoffice/rtgs/{oid}', () => {
  it('numbers are accepted as written, null counts as omitted', () => {
    expect(
      read(
        '{"rtgOid":3000001,"name":" A ","description":null,"targetWeights":[{"ticker":"VTI","targetWeight":100.00}]}',
      ),
    ).toEqual({
      value: {
        rtgOid: '3000001',
        name: 'A',
        description: null,
        targetWeights: [{ ticker: 'VTI', targetWeight: '100' }],
      },
      problems: [],
    });
  });

  it('every problem in one list, unknown keys at every depth', () => {
    const { problems } = read('{"title":"A","targetWeights":[{"symbol":"VTI"},7]}');
    expect(problems.map(({ field, errorCode }) => [field, errorCode])).toEqual(
      expect.arrayContaining([
        ['title', undefined],
        ['name', 'cannot.be.null'],
        ['symbol', undefined],
        ['ticker', 'cannot.be.null'],
        ['targetWeight', 'cannot.be.null'],
        ['targetWeights', 'invalid.value'],
      ]),
    );
    expect(problems).toHaveLength(6);
  });

  it('texts have a maximum length, tickers are unique', () => {
    const { problems } = read(
      JSON.stringify({
        name: 'x'.repeat(101),
        description: 'x'.repeat(1_001),
        targetWeights: ['BND', 'BND', 'vti'].map((ticker) => ({ ticker, targetWeight: '50' })),
      }),
    );
    expect(problems.map(({ field, errorCode }) => [field, errorCode])).toEqual([
      ['name', 'invalid.length'],
      ['description', 'invalid.length'],
      ['ticker', 'invalid.value'],
      ['ticker', 'invalid.value'],
    ]);
  });

  it('what GET shows can be sent back and changes nothing', () => {
    const record = { ...defined, revision: 0 } as unknown as RecordedOf<RtgEvent>;
    const document = rtgDocuments.fold(undefined, record, '3000001')!;
    expect(toRtgBody(document)).toEqual(defined.data);
    const { value: report, problems } = read(JSON.stringify(toRtgBody(document)));
    expect(problems).toEqual([]);
    specification(rtgDecider)
      .given([defined])
      .when({ type: 'PutRtg', oid: '3000001', report })
      .thenNothing();
  });
});

describe('body of PUT …/rtgsubscription', () => {
  it('both fields are required, in exactly this spelling', () => {
    const { problems } = readBody(
      RtgSubscriptionDto,
      parseJsonText('{"prepackagedFolioOid":"1","folioNumber":null}'),
      NOW,
    );
    expect(problems.map(({ field, errorCode }) => [field, errorCode])).toEqual(
      expect.arrayContaining([
        ['prepackagedFolioOid', undefined],
        ['prePackagedFolioOid', 'cannot.be.null'],
        ['folioNumber', 'cannot.be.null'],
      ]),
    );
    expect(problems).toHaveLength(3);
  });
});
