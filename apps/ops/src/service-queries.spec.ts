import { describe, expect, it } from '@jest/globals';
import { firstOf } from './service-queries.js';
import type { Session } from './command-line.js';

/** A list of numbers that comes in pages of three at most. */
function listOf(
  total: number,
  asked: string[],
  note: (line: string) => void = () => undefined,
): Pick<Session, 'service' | 'note'> {
  const get = (path: string, { query = {} }: { query?: Record<string, unknown> } = {}) => {
    asked.push(path);
    const { searchParams } = new URL(path, 'http://localhost');
    const limit = Math.min(3, Number(query['limit'] ?? searchParams.get('limit')));
    const start = Number(searchParams.get('cursor') ?? 0);
    const end = Math.min(start + limit, total);
    const body = Array.from({ length: end - start }, (_, at) => start + at);
    const headers =
      end < total
        ? { link: `<https://api.example.com/v1/list?limit=${limit}&cursor=${end}>; rel="next"` }
        : {};
    return Promise.resolve({ status: 200, headers, body });
  };
  return { service: { get } as unknown as Session['service'], note };
}

describe('a list that comes in pages', () => {
  it.each([
    ['all of it', undefined, 7, [0, 1, 2, 3, 4, 5, 6], 3],
    ['as much as was asked for', '4', 7, [0, 1, 2, 3], 2],
    ['no page more than there is', '9', 3, [0, 1, 2], 1],
    ['nothing of an empty one', undefined, 0, [], 1],
  ])('is followed: %s', async (_, limit, total, expected, pages) => {
    const asked: string[] = [];
    expect(await firstOf<number>(listOf(total, asked), '/list', limit)).toEqual(expected);
    expect(asked).toHaveLength(pages);
  });

  it.each([
    ['4', 7, 4],
    ['3', 7, 3],
    ['7', 7, undefined],
    ['8', 7, undefined],
    [undefined, 7, undefined],
  ])(
    'with a limit of %s and %i entries: says that there are more than %s',
    async (limit, total, cut) => {
      const notes: string[] = [];
      await firstOf(
        listOf(total, [], (line) => notes.push(line)),
        '/list',
        limit,
      );
      expect(notes).toEqual(
        cut === undefined ? [] : [`There are more than these ${cut}: --limit shows more.`],
      );
    },
  );

  it.each(['0', '-1', '1.5', 'many'])('has no limit of %s', async (limit) => {
    await expect(firstOf(listOf(1, []), '/list', limit)).rejects.toThrow('--limit');
  });
});
