import { describe, expect, it } from '@jest/globals';
import { type FileLine, fileLines } from './read-lines.js';

async function all(chunks: AsyncIterable<Uint8Array>): Promise<FileLine[]> {
  const lines: FileLine[] = [];
  for await (const line of fileLines(chunks)) lines.push(line);
  return lines;
}

describe('the lines of a file', () => {
  it('do not change when the memory of a chunk is used again', async () => {
    async function* chunks(): AsyncGenerator<Uint8Array> {
      const memory = Buffer.alloc(3);
      for (const text of ['abc', 'de\n', 'fgh']) {
        memory.write(text);
        yield await Promise.resolve(memory);
      }
    }
    expect((await all(chunks())).map(({ bytes }) => bytes.toString())).toEqual(['abcde', 'fgh']);
  });

  it('end where one is longer than any of an export: nothing more is read', async () => {
    const chunk = Buffer.alloc(8 * 1024 * 1024, 'x');
    let read = 0;
    async function* chunks(): AsyncGenerator<Uint8Array> {
      for (; read < 20; read++) yield await Promise.resolve(chunk);
    }
    const [line, ...more] = await all(chunks());
    expect([line?.ended, line?.bytes.length, more]).toEqual([false, 9 * chunk.length, []]);
    expect(read).toBe(8);
  });
});
