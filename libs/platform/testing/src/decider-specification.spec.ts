import { describe, expect, it } from '@jest/globals';
import { type Decider, type DomainEvent, notFound } from '#libs/platform/kernel';
import { eventsOf, specification } from './decider-specification.js';

type Added = DomainEvent<'t.Added', { readonly name: string }>;

/** A list of names, each of them once; the name x is refused. */
const names: Decider<readonly string[], string, Added> = {
  category: 't',
  initial: [],
  decide: (name, known) => {
    if (name === 'x') return notFound();
    return known.includes(name) ? [] : [added(name)];
  },
  evolve: (known, { data }) => [...known, data.name],
};
const added = (name: string): Added => ({ type: 't.Added', data: { name } });

describe('a decider under specification', () => {
  it('leaves the events of what it does not refuse, one command after the other', () => {
    expect(eventsOf(names, ['a', 'x', 'b', 'a'])).toEqual([added('a'), added('b')]);
  });

  it('throws when it changes the state it is given', () => {
    const changing: typeof names = {
      ...names,
      evolve: (known, { data }) => {
        (known as string[]).push(data.name);
        return known;
      },
    };
    expect(() => eventsOf(changing, ['a'])).toThrow(TypeError);
    expect(() =>
      specification(changing)
        .given([added('a')])
        .when('b'),
    ).toThrow(TypeError);
  });
});
