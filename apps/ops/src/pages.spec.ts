import { describe, expect, it } from '@jest/globals';
import { firstOf } from './pages.js';
import type { ServiceAccess } from './service-access.js';

/** A list of numbers that comes in pages of three at most. */
function listOf(total: number, asked: string[]): ServiceAccess {
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
  return { get } as unknown as ServiceAccess;
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

  it.each(['0', '-1', '1.5', 'many'])('has no limit of %s', async (limit) => {
    await expect(firstOf(listOf(1, []), '/list', limit)).rejects.toThrow('--limit');
  });
});
