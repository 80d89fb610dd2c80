import { describe, expect, it } from '@jest/globals';
import { isRefusal } from '#libs/platform/kernel';
import { parseJsonText, readBody, readListBody } from '#libs/platform/http';
import { countingIds } from '#libs/platform/testing';
import { folioBook } from '../domain/folio-book.js';
import { CreateFolioDto, PositionDto, TargetWeightDto, UpdateFolioDto } from './folio.dto.js';

const NOW = '2026-03-02T15:00:00.000Z';

const read = (text: string) => readBody(CreateFolioDto, parseJsonText(text), NOW);

describe('body of POST …/folios', () => {
  it('takes every field of the creation of a folio', () => {
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

  it('null is left out; true and false may be strings', () => {
    const { value, problems } = read(
      '{"folioName":"A","accountNumber":"RA12345678","dividendReinvest":"true","benchmark":null,' +
        '"prepackagedFolioId":null,"dividendPayToAccount":null}',
    );
    expect(problems).toEqual([]);
    expect(value).toEqual({
      folioName: 'A',
      accountNumber: 'RA12345678',
      dividendReinvest: true,
    });
  });

  it('its problems and those of the rules are one list with each field once', () => {
    const { value, problems } = read(
      '{"folioName":7,"accountNumber":"RB12345678","dividendReinvest":null,"bench":"SPY","benchmark":"?"}',
    );
    const decision = folioBook.decide(
      {
        type: 'CreateFolio',
        accountNumber: 'RA12345678',
        input: value,
        problems,
        facts: { account: { firmId: '1', owners: ['jdoe'] }, rtgKnown: false },
      },
      folioBook.initial,
      { now: '2026-03-02T15:00:00.000Z', ids: countingIds() },
    );
    if (!isRefusal(decision)) throw new Error('not refused');
    expect(decision.problems.map(({ field, errorCode }) => [field, errorCode])).toEqual([
      ['bench', undefined],
      ['folioName', 'invalid.value'],
      ['dividendReinvest', 'cannot.be.null'],
      ['benchmark', 'invalid.value'],
      ['accountNumber', 'uri.matching.rule'],
    ]);
  });
});

describe('other bodies', () => {
  it('update: benchmark null is kept, other fields are optional', () => {
    const { value, problems } = readBody(UpdateFolioDto, parseJsonText('{"benchmark":null}'), NOW);
    expect({ value, problems }).toEqual({ value: { benchmark: null }, problems: [] });
  });

  it('target weights: a JSON number is taken as written', () => {
    const text = '[{"ticker":"IBM","targetWeight":33.30},{"ticker":"AAPL","targetWeight":"66.7"}]';
    const { value, problems } = readListBody(TargetWeightDto, parseJsonText(text), NOW);
    expect(problems).toEqual([]);
    expect(value).toEqual([
      { ticker: 'IBM', targetWeight: '33.3' },
      { ticker: 'AAPL', targetWeight: '66.7' },
    ]);
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
