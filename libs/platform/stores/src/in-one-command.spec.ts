import { describe, expect, it } from '@jest/globals';
import { inOneCommand } from './in-one-command.js';

describe('calls of one turn of the event loop', () => {
  const commands: string[][] = [];
  const upper = inOneCommand((items: readonly string[]) => {
    commands.push([...items]);
    return items.includes('bad')
      ? Promise.reject(new Error('no'))
      : Promise.resolve(items.map((item) => item.toUpperCase()));
  });

  it('are one command, and each gets its own result', async () => {
    const called = ['a', 'b', 'a'].map(upper);
    const after = Promise.resolve().then(() => upper('c'));
    expect(await Promise.all([...called, after])).toEqual(['A', 'B', 'A', 'C']);
    expect(await upper('a')).toBe('A');
    expect(commands.splice(0)).toEqual([['a', 'b', 'a', 'c'], ['a']]);
  });

  it('fail together, and only they', async () => {
    const both = await Promise.allSettled([upper('bad'), upper('a')]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await upper('a')).toBe('A');
  });
});
