import { describe, expect, it } from '@jest/globals';
import { parseJsonText, readBody, readListBody } from '#libs/platform/http';
import { fieldProblem } from '#libs/platform/kernel';
import { created } from '../test/folio-fixtures.js';
import { createdFolio, fixedProblems } from './folio-book.js';
import {
  CreateFolioDto,
  PositionDto,
  TARGET_WEIGHTS,
  TargetWeightDto,
  UpdateFolioDto,
} from './folio.dto.js';

const NOW = '2026-03-02T15:00:00.000Z';

const read = (text: string) => readBody(CreateFolioDto, parseJsonText(text), NOW);

describe('body of POST …/folios', () => {
  it('accepts every field of a new folio', () => {
    const body = {
      folioName: 'Growth',
      accountNumber: 'RA12345678',
      dividendReinvest: true,
      benchmark: 'SPY',
      prepackagedFolioId: '77',
      dividendPayToAccount: false,
    };
    expect(read(JSON.stringify(body))).toEqual({ value: body, problems: [] });
  });

  it('null counts as absent; true and false may be strings', () => {
    const { value, problems } = read(
      '{"folioName":"A","accountNumber":"RA12345678","dividendReinvest":"true","benchmark":null,' +
        '"prepackagedFolioId":null,"dividendPayToAccount":null}',
    );
    expect(problems).toEqual([]);
    expect(value).toEqual({
      folioName: 'A',
      accountNumber: 'RA12345678',
      dividendReinvest: true,
      benchmark: null,
      prepackagedFolioId: null,
      dividendPayToAccount: true,
    });
  });

  it.each([
    ['folioName', 'x'.repeat(51), 'invalid.length'],
    ['folioName', ' ', 'cannot.be.null'],
    ['folioName', 'a\u0007b', 'invalid.value'],
    ['benchmark', 'no ticker', 'invalid.value'],
    ['dividendReinvest', null, 'cannot.be.null'],
  ])('%s: %j is refused', (field, value, errorCode) => {
    const body = { folioName: ' A ', accountNumber: 'RA12345678', dividendReinvest: true };
    expect(read(JSON.stringify(body)).value.folioName).toBe('A');
    const { problems } = read(JSON.stringify({ ...body, [field]: value }));
    expect(problems).toEqual([expect.objectContaining({ field, errorCode })]);
  });
});

describe('other bodies', () => {
  it('update: benchmark null is kept, other fields are optional', () => {
    const { value, problems } = readBody(UpdateFolioDto, parseJsonText('{"benchmark":null}'), NOW);
    expect({ value, problems }).toEqual({ value: { benchmark: null }, problems: [] });
  });

  it('update: a folio cannot be deleted', () => {
    const { problems } = readBody(UpdateFolioDto, parseJsonText('{"folioStatus":"D"}'), NOW);
    expect(problems).toEqual([fieldProblem('folioStatus', 'invalid.choice', 'It must be O or C.')]);
  });

  it('update: fixed fields may be repeated but not changed', () => {
    const folio = createdFolio(created('03', { prepackagedFolioId: '77' }).data);
    const read = { prepackagedFolioId: '77', modelOid: null, rtgOid: null };
    expect(fixedProblems(folio, read)).toEqual([]);
    expect(fixedProblems(folio, {})).toEqual([]);
    expect(fixedProblems(folio, { prepackagedFolioId: null, modelOid: '1', rtgOid: '2' })).toEqual(
      Object.keys(read).map((field) => fieldProblem(field, 'not.updatable')),
    );
  });

  it('target weights: a JSON number is read as written', () => {
    const text = '[{"ticker":"IBM","targetWeight":33.30},{"ticker":"AAPL","targetWeight":"66.7"}]';
    const { value, problems } = readListBody(TargetWeightDto, parseJsonText(text), NOW);
    expect(problems).toEqual([]);
    expect(value).toEqual([
      { ticker: 'IBM', targetWeight: '33.3' },
      { ticker: 'AAPL', targetWeight: '66.7' },
    ]);
  });

  it('target weights: each ticker once, each weight above 0 with at most six decimals', () => {
    const list = (...pairs: [string, unknown][]) =>
      readListBody(
        TargetWeightDto,
        parseJsonText(
          JSON.stringify(pairs.map(([ticker, targetWeight]) => ({ ticker, targetWeight }))),
        ),
        NOW,
        TARGET_WEIGHTS,
      ).problems;
    for (const weight of ['33.3333333', '0', '0.00', '-1', 'NaN', '1e2', ' 5']) {
      expect(list(['IBM', '100'], ['AAPL', weight])).toMatchObject([
        {
          field: 'targetWeight',
          errorCode: 'invalid.value',
          message: expect.stringMatching(/^\[1\]: /),
        },
      ]);
    }
    expect(list(['IBM', '99.9999990000'], ['AAPL', '0.000001'])).toEqual([]);
    expect(list(['IBM', '50'], ['IBM', '25'], ['what?', '25'])).toEqual([
      fieldProblem(
        'ticker',
        'invalid.value',
        '[2]: It must be a ticker, such as IBM, BRK.B or 912828YK0.',
      ),
      fieldProblem('ticker', 'invalid.value', '[1]: It is there twice.'),
    ]);
  });

  it('positions: at most the maximum of the list', () => {
    const rules = { name: 'positions', max: 1 };
    const two = '[{"ticker":"IBM","shareQuantity":1},{"ticker":"VTI","shareQuantity":0}]';
    expect(readListBody(PositionDto, parseJsonText(two), NOW, rules)).toEqual({
      value: [],
      problems: [
        fieldProblem('positions', 'invalid.length', 'It must be a list of at most 1 item.'),
      ],
    });
  });

  it('positions: ticker and shareQuantity, nothing else', () => {
    const { problems } = readListBody(
      PositionDto,
      parseJsonText('[{"ticker":"IBM","qty":1}]'),
      NOW,
    );
    expect(problems).toMatchObject([
      { type: 'SYNTAX', field: 'qty', message: expect.stringMatching(/^\[0\]: /) },
      { field: 'shareQuantity', errorCode: 'cannot.be.null' },
    ]);
  });
});
