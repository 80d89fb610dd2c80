import { describe, expect, it } from '@jest/globals';
import { Bool } from './value-fields.js';
import { Identifier, Text } from './text-fields.js';

describe('options of fields', () => {
  it('are those of the annotation, even if a constant is spread into them', () => {
    const limits = { max: 5 };
    expect(Text({ ...limits, description: 'Any' })).toBeInstanceOf(Function);
    expect(Identifier(limits)).toBeInstanceOf(Function);
    // @ts-expect-error a boolean has no length
    expect(Bool({ ...limits, description: 'Any' })).toBeInstanceOf(Function);
    const scaled = { ...limits, decimals: 2 };
    // @ts-expect-error a text has no decimals
    expect(Text(scaled)).toBeInstanceOf(Function);
  });
});
