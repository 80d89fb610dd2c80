import { describe, expect, it } from '@jest/globals';
import { type Publication, Published } from './index.js';

const moved = Published.event(
  'brokerage.folio.moved.v1',
  'A folio moved.',
  { folioNumber: Published.text('Which'), to: Published.word(['up', 'down'], 'Where to') },
  '/folios/{folioNumber}',
);

/** An event of the log with such data. */
interface Moved {
  readonly folioNumber: string;
  readonly to: 'up' | 'down';
  readonly folioName: string;
}
interface Lost {
  readonly folioNumber: string;
  readonly to: 'up' | 'nowhere';
}

const data = { folioNumber: '1', to: 'up', folioName: 'Jane Doe' } as const;

describe('what is published of an event', () => {
  it('is the fields of its type and nothing else, whatever is made of the event', () => {
    const plain: Publication<Moved> = moved;
    const more: Publication<Moved> = moved.with(({ folioName }) => ({ to: 'down', folioName }));
    expect(plain.data(data)).toEqual({ folioNumber: '1', to: 'up' });
    expect(more.data(data)).toEqual({ folioNumber: '1', to: 'down' });
  });

  it('has to be made where the event has it otherwise, as the compiler knows', () => {
    // @ts-expect-error: `to` may be something else
    const plain: Publication<Lost> = moved;
    // @ts-expect-error: `to` is missing
    const without: Publication<Lost> = moved.with(() => ({}));
    // @ts-expect-error: no such word
    const other: Publication<Lost> = moved.with(() => ({ to: 'nowhere' }));
    const right: Publication<Lost> = moved.with(() => ({ to: 'down' }));
    expect([plain, without, other, right].map(({ type }) => type)).toEqual(
      Array.from({ length: 4 }, () => moved.type),
    );
  });

  it('leads to a resource whose path has nothing but its fields, as the compiler knows', () => {
    const fields = { folioNumber: Published.text('Which') };
    // @ts-expect-error: no such field
    const lost = Published.event('brokerage.folio.lost.v1', 'A folio is lost.', fields, '/{name}');
    expect([moved.type.resource, lost.type.resource]).toEqual(['/folios/{folioNumber}', '/{name}']);
  });
});
