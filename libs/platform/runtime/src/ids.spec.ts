import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { v5, validate } from 'uuid';
import { derivedIds, deriveUuid, RandomIds } from './ports.js';

describe('a derived uuid', () => {
  it('is version 5 of RFC 9562', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.string({ unit: 'binary' }), (namespace, name) => {
        expect(deriveUuid(namespace, name)).toBe(v5(name, namespace));
        expect(deriveUuid(namespace.toUpperCase(), name)).toBe(v5(name, namespace));
      }),
    );
  });
});

describe('derived ids', () => {
  it('are the same for the same command, call by call', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.array(fc.tuple(fc.constantFrom('digits', 'alphanumeric'), fc.nat(60))),
        (commandId, calls) => {
          const run = () => {
            const ids = derivedIds(commandId);
            return calls.map(([kind, length]) =>
              kind === 'digits' ? ids.digits(length) : ids.alphanumeric(length),
            );
          };
          expect(run()).toEqual(run());
        },
      ),
    );
  });

  it('stay what they are: stored events depend on them', () => {
    const ids = derivedIds('4b3f2f0e-6f0c-4b8e-9d55-0a4b8a4d1c11');
    expect([ids.digits(9), ids.alphanumeric(8)]).toMatchInlineSnapshot(`
     [
       "468564886",
       "GGVWOUG6",
     ]
    `);
  });

  it('have the shape that was asked for', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 80 }), (commandId, length) => {
        const ids = derivedIds(commandId);
        expect(ids.digits(length)).toMatch(new RegExp(`^[1-9][0-9]{${length - 1}}$`));
        expect(ids.alphanumeric(length)).toMatch(new RegExp(`^[0-9A-Z]{${length}}$`));
      }),
    );
    expect(derivedIds('x').digits(0)).toBe('');
    expect(() => derivedIds('x').digits(-1)).toThrow(RangeError);
  });

  it('differ between commands and within one', () => {
    const seen = new Set<string>();
    for (let command = 0; command < 500; command++) {
      const ids = derivedIds(`command-${command}`);
      for (let i = 0; i < 4; i++) seen.add(ids.digits(10)).add(ids.alphanumeric(10));
    }
    expect(seen.size).toBe(4000);
  });

  it('favour no character', () => {
    const share = (text: string, alphabet: number) => {
      const counts = new Map<string, number>();
      for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
      const expected = text.length / alphabet;
      // chi-square per degree of freedom: about 1 when even
      return (
        [...counts.values()].reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0) /
        (alphabet - 1)
      );
    };
    const ids = derivedIds('even');
    expect(share(ids.alphanumeric(72_000), 36)).toBeLessThan(1.8);
    expect(share(ids.digits(50_001).slice(1), 10)).toBeLessThan(2.6);
    const firsts = Array.from({ length: 9000 }, (_, i) => derivedIds(`f${i}`).digits(1)).join('');
    expect(share(firsts, 9)).toBeLessThan(2.8);
  });
});

describe('deriveUuid', () => {
  it('is version 5 of the name in its namespace', () => {
    // The example of RFC 9562, appendix A.4.
    expect(deriveUuid('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe(
      '2ed6657d-e927-568b-95e1-2665a8aea6a2',
    );
  });

  it('takes any text as a namespace', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (a, b, name) => {
        expect(deriveUuid(a, name) === deriveUuid(b, name)).toBe(a === b);
      }),
    );
  });
});

describe('RandomIds', () => {
  it('gives UUIDs and bytes', () => {
    const ids = new RandomIds();
    expect(validate(ids.uuid())).toBe(true);
    expect(ids.uuid()).not.toBe(ids.uuid());
    expect(ids.bytes(12)).toHaveLength(12);
  });
});
