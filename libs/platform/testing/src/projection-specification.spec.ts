import { describe, expect, it } from '@jest/globals';
import type { DomainEvent } from '#libs/platform/kernel';
import type { Projection } from '#libs/platform/read-models';
import { projectionSpecification } from './projection-specification.js';

type Event =
  DomainEvent<'t.Added', { id: string; tag: string }> | DomainEvent<'t.Removed', { id: string }>;
interface Doc extends Record<string, unknown> {
  readonly tags: readonly string[];
}

const tags: Projection<Doc, Event> = {
  name: 't.tags',
  version: 1,
  indexes: [{ name: 'tag', fields: ['tags'] }],
  events: ['t.Added', 't.Removed'],
  documents: (event) => [event.data.id],
  fold: (document, event) =>
    event.type === 't.Removed' ? undefined : { tags: [...(document?.tags ?? []), event.data.tag] },
};
const added = (id: string, tag: string): Event => ({ type: 't.Added', data: { id, tag } });
const removed = (id: string): Event => ({ type: 't.Removed', data: { id } });

describe('projectionSpecification', () => {
  it('folds a history into documents', () => {
    projectionSpecification(tags)
      .given([added('a', 'x'), added('b', 'y'), added('a', 'z'), removed('b')])
      .thenDocument('a', { tags: ['x', 'z'] })
      .thenNoDocument('b');
  });

  it('fails for another document', () => {
    const then = projectionSpecification(tags).given([added('a', 'x')]);
    expect(() => then.thenDocument('a', { tags: [] })).toThrow();
    expect(() => then.thenNoDocument('a')).toThrow();
  });

  it('fails for a fold that changes its document, remembers something, or keeps what is not JSON', () => {
    const history = [added('a', 'x'), added('a', 'y')];
    const changing: Projection<Doc, Event> = {
      ...tags,
      fold: (document, event) => {
        (document?.tags as string[] | undefined)?.push(event.type);
        return document ?? { tags: ['first'] };
      },
    };
    expect(() => projectionSpecification(changing).given(history)).toThrow(TypeError);
    let count = 0;
    const remembering: Projection<Doc, Event> = {
      ...tags,
      fold: () => ({ tags: [String(++count)] }),
    };
    expect(() => projectionSpecification(remembering).given(history)).toThrow();
    const dated: Projection<Doc, Event> = {
      ...tags,
      fold: (document) => ({
        tags: [],
        isText: typeof document?.['when'] === 'string',
        when: new Date(0),
      }),
    };
    expect(() => projectionSpecification(dated).given(history)).toThrow();
  });

  it('fails for a document that does not fit its indexes', () => {
    const odd: Projection<Doc, Event> = {
      ...tags,
      fold: () => ({ tags: [{}] as unknown as string[] }),
    };
    expect(() => projectionSpecification(odd).given([added('a', 'x')])).toThrow('indexed field');
  });
});
