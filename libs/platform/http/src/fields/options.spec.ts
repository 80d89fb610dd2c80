import { describe, expect, it } from '@jest/globals';
import { Code } from './code-fields.js';
import { fieldsOf } from './field.js';
import { ListOf } from './nested-fields.js';
import { Bool } from './value-fields.js';
import { Identifier, Text } from './text-fields.js';

describe('options of fields', () => {
  it('are those of the annotation, even if a constant is spread into them', () => {
    const limits = { max: 5 };
    expect(Text('Any', limits)).toBeInstanceOf(Function);
    expect(Identifier(limits)).toBeInstanceOf(Function);
    // @ts-expect-error a boolean has no length
    expect(Bool('Any', limits)).toBeInstanceOf(Function);
    const scaled = { ...limits, decimals: 2 };
    // @ts-expect-error a text has no decimals
    expect(Text(scaled)).toBeInstanceOf(Function);
    // @ts-expect-error nor beside a description
    expect(Text('Any', scaled)).toBeInstanceOf(Function);
  });

  it('have the description first, or among them', () => {
    class Example {
      @Text('First', { max: 5 })
      first!: string;

      @Text({ description: 'Among them', max: 5 })
      among!: string;

      @Code(['A'], 'After the codes')
      code!: string;

      @ListOf(() => Example, 'After the shape', { max: 2 })
      list!: readonly Example[];

      @Text()
      none!: string;
    }
    expect(fieldsOf(Example).map(({ options }) => options)).toEqual([
      { description: 'First', max: 5 },
      { description: 'Among them', max: 5 },
      { description: 'After the codes' },
      { description: 'After the shape', max: 2 },
      {},
    ]);
  });
});
