import { describe, expect, it } from '@jest/globals';
import { codingFor } from './outgoing-bodies.js';
import { DecimalString, ListOf, ListOfText, ObjectOf, Text } from './fields/index.js';
import { csvForm } from './list-forms.js';

class Part {
  @Text() name!: string;
}

class Item {
  @Text() id!: string;
  @DecimalString() amount!: string;
  @ObjectOf(() => Part) part!: Part;
  @ListOf(() => Part) parts!: readonly Part[];
  @ListOfText() tags!: readonly string[];
}

const cells = (item: object): string => csvForm(Item).write([item]).split(',')[0] ?? '';

describe('CSV', () => {
  it('has a header row, and a row for each item', () => {
    const { open, write, close, type } = csvForm(Item);
    expect(type).toBe('text/csv; charset=utf-8; header=present');
    expect(open).toBe('id,amount,part.name,parts,tags\r\n');
    const item = { id: 'a', amount: '-1.50', part: { name: 'x' }, parts: [{ name: 'y' }] };
    expect(write([item, { id: 'b', part: null, tags: ['s', 't'] }])).toBe(
      'a,-1.50,x,"[{""name"":""y""}]",\r\nb,,,,s; t\r\n',
    );
    expect(close).toBe('');
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['+1 212 555 0100', "'+1 212 555 0100"],
    ['-cmd', "'-cmd"],
    ['\t=1', "'\t'=1"],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠x', "'＠x"],
    ['﹦1', "'﹦1"],
    ['﹫x', "'﹫x"],
    ['\u2007＋1', "'\u2007＋1"],
    [' =1', "' =1"],
    ['a;=1', "a;'=1"],
    ['a; ＋1', "a;' ＋1"],
    ['a;"=1;"', '"a;\'""=1;"""'],
    ['a; "＋1"', '"a;\' ""＋1"""'],
    ['"=1', '"\'""=1"'],
    ['a\tb', 'a\tb'],
    ['-12.50', '-12.50'],
    ['+3', '+3'],
    ['plain', 'plain'],
    ['a "b"', '"a ""b"""'],
    ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
    ['a\nb', '"a\nb"'],
  ])('shows %j as a text, no formula', (text, cell) => {
    expect(cells({ id: text })).toBe(cell);
  });
});

describe('Accept-Encoding', () => {
  it.each([
    [undefined, undefined],
    ['identity', undefined],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=0.5, br;q=0.1', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0', undefined],
    ['gzip;q=0', undefined],
  ])('%j: %j', (header, coding) => {
    expect(codingFor(header)).toBe(coding);
  });
});
