import { describe, expect, it } from '@jest/globals';
import { type ReadDocument, RecentDocuments } from './recent-documents.js';

/** What a store holds under every key, and how often it was read. */
class Stored {
  value = 1;
  reads = 0;

  constructor(private readonly bytes = 10) {}

  readonly read = (): ReadDocument => {
    this.reads++;
    return { document: { n: this.value }, bytes: this.bytes };
  };
}

describe('recent documents', () => {
  it('are kept once they were read', () => {
    const recent = new RecentDocuments();
    const stored = new Stored();
    const twice = [recent.get('k', stored.read), recent.get('k', stored.read)];
    expect(twice).toEqual([{ n: 1 }, { n: 1 }]);
    expect(stored.reads).toBe(1);
  });

  it('are read from the store itself while they are being written', () => {
    const recent = new RecentDocuments();
    const stored = new Stored();
    recent.get('k', stored.read);
    const readNow = (value: number): unknown => {
      stored.value = value;
      return recent.get('k', stored.read);
    };
    recent.writing(['k']);
    recent.writing(['k']);
    expect([readNow(1), readNow(2)]).toEqual([{ n: 1 }, { n: 2 }]);
    recent.written(['k']);
    expect(readNow(3)).toEqual({ n: 3 });
    recent.written(['k']);
    expect([readNow(3), readNow(4)]).toEqual([{ n: 3 }, { n: 3 }]);
  });

  it('remember nothing of a document that is not there', () => {
    const recent = new RecentDocuments();
    expect(recent.get('k', () => undefined)).toBeUndefined();
    expect(recent.get('k', new Stored().read)).toEqual({ n: 1 });
  });

  it('give way by their size, those first that were read longest ago', () => {
    const recent = new RecentDocuments(100);
    const [small, large] = [new Stored(10), new Stored(60)];
    for (const key of ['a', 'b', 'c', 'd', 'e']) recent.get(key, small.read);
    recent.get('a', small.read);
    recent.get('large', large.read);
    expect(small.reads).toBe(5);
    for (const key of ['a', 'c', 'd', 'e']) recent.get(key, small.read);
    expect(small.reads).toBe(5);
    recent.get('b', small.read);
    expect(small.reads).toBe(6);
  });

  it('take no memory for one that is larger than all may be', () => {
    const recent = new RecentDocuments(100);
    const [small, large] = [new Stored(10), new Stored(101)];
    recent.get('a', small.read);
    for (let i = 0; i < 2; i++) recent.get('large', large.read);
    recent.get('a', small.read);
    expect([small.reads, large.reads]).toEqual([1, 2]);
  });
});
