import { describe, expect, it } from '@jest/globals';
import { openAll } from './open-stores.js';

describe('openAll', () => {
  const part = (name: string, closed: string[]) => ({
    close: () => {
      closed.push(name);
      return Promise.resolve();
    },
  });

  it('ends what is open or started when something further can’t be opened, the newest first', async () => {
    const closed: string[] = [];
    const opening = openAll(async ({ keep, atClose }) => {
      await keep(Promise.resolve(part('log', closed)));
      atClose(part('background', closed).close);
      await keep(Promise.resolve(part('keys', closed)));
      await keep(Promise.reject(new Error('no documents')));
    });
    await expect(opening).rejects.toThrow('no documents');
    expect(closed).toEqual(['keys', 'background', 'log']);
  });

  it('leaves what has been opened to who has it, to be closed once', async () => {
    const closed: string[] = [];
    const opened = await openAll(async ({ keep, close }) => {
      await keep(Promise.resolve(part('log', closed)));
      return { close };
    });
    expect(closed).toEqual([]);
    await opened.close();
    await opened.close();
    expect(closed).toEqual(['log']);
  });
});
