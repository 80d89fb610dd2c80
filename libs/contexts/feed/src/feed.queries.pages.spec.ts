import { expect, it } from '@jest/globals';
import { BehindLogError } from '#libs/platform/event-store';
import type { Caller } from '#libs/platform/kernel';
import {
  decodeCursor,
  type FeedEntry,
  FeedPages,
  type FeedReader,
  type FeedRights,
} from './feed.queries.js';
import type { FeedTranslator } from './feed.reactions.js';

it('waits for the translator as long as reads may wait, then refuses instead of returning older data', async () => {
  const waits: [bigint, number][] = [];
  const translator = {
    waitFor: (position: bigint, timeoutMs: number) => {
      waits.push([position, timeoutMs]);
      return Promise.resolve(false);
    },
  };
  const pages = new FeedPages(
    {} as FeedReader,
    {} as FeedRights,
    translator as unknown as FeedTranslator,
    { config: { readPatienceSeconds: 7 } },
  );
  await expect(pages.head(42n)).rejects.toThrow(BehindLogError);
  expect(waits).toEqual([[42n, 7_000]]);
});

it('scans 2,000 events per page, however few a member may read, and continues after them', async () => {
  let looked = 0;
  const reader = {
    head: () => Promise.resolve(4_500n),
    async *ofFirm(_firm: string, after: bigint) {
      for (let position = after + 1n; position <= 5_000n; position++) {
        looked += 1;
        const accountNumber = position % 1_500n === 0n ? 'mine' : 'other';
        yield await Promise.resolve({ position, accountNumber, event: {} } as FeedEntry);
      }
    },
  };
  const rights = {
    scopeOf: () => ({ firmId: '7', holder: 'member' }),
    mayRead: (accountNumber: string) => Promise.resolve(accountNumber === 'mine'),
  };
  const pages = new FeedPages(
    reader as unknown as FeedReader,
    rights as unknown as FeedRights,
    {} as FeedTranslator,
    { config: { readPatienceSeconds: 7 } },
  );
  const found: (readonly [bigint[], boolean])[] = [];
  let after = 0n;
  for (let more = true; more;) {
    looked = 0;
    const page = await pages.ofFirm({} as Caller, after, 100, undefined);
    expect(looked).toBeLessThanOrEqual(2_001);
    found.push([page.entries.map(({ position }) => position), page.more]);
    after = (decodeCursor(page.cursor) as { readonly position: bigint }).position;
    ({ more } = page);
  }
  expect(found).toEqual([
    [[1_500n], true],
    [[3_000n], true],
    [[4_500n], false],
  ]);
  expect(after).toBe(4_500n);
});
