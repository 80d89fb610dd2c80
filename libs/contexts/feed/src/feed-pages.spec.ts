import { expect, it } from '@jest/globals';
import { BehindLogError } from '#libs/platform/event-store';
import { FeedPages } from './feed-pages.js';
import type { FeedReader } from './feed-reader.js';
import type { FeedRights } from './feed-rights.js';
import type { FeedTranslator } from './feed-translator.js';

it('waits for the translator as long as reads may wait, then refuses rather than answering with something older', async () => {
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
