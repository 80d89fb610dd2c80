import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { AggregateStore } from '#libs/platform/event-store';
import type { CommandMetadata } from '#libs/platform/kernel';
import { WrappedKeyStore } from '#libs/platform/runtime';
import type { Platform } from '#libs/platform/service';
import { MemoryKeyTable } from '../../../../test/support/memory-key-table.js';
import {
  ReplaceMasterKeyCommand,
  ReplaceMasterKeyHandler,
  type ReplacementLine,
} from './master-key.handlers.js';
import { MasterKeys } from './master-key.queries.js';

const [before, after] = [1, 2].map(() => createSecretKey(randomBytes(32)));

const masterKey = after!;

const metadata = { commandId: 'c', caller: 'jane.roe' } as CommandMetadata;

async function world(opens = before) {
  const table = new MemoryKeyTable();
  const early = await WrappedKeyStore.over(table, before!);
  const store = await WrappedKeyStore.over(table, { wraps: masterKey, ...(opens && { opens }) });
  const commands: { type: string }[] = [];
  const aggregates = {
    handle: (_decider: unknown, _id: string, command: { type: string }) => {
      if (command.type !== 'Recall') commands.push(command);
      return Promise.resolve({ events: [] });
    },
  } as unknown as AggregateStore;
  const config = { masterKey } as Platform['config'];
  const keys = new MasterKeys({ config, keys: store });
  const replacement = new ReplaceMasterKeyHandler(aggregates, keys);
  async function run(isOver = () => false): Promise<ReplacementLine[]> {
    const command = new ReplaceMasterKeyCommand(undefined, isOver, metadata);
    const lines: ReplacementLine[] = [];
    for await (const line of await replacement.execute(command)) lines.push(line);
    return lines;
  }
  return { table, early, keys, commands, run };
}

describe('replacing the master key', () => {
  it('is not finished while another process wraps with the earlier one', async () => {
    const { table, early, commands, run, keys } = await world();
    const list = table.list.bind(table);
    let made = 0;
    let isBusy = true;
    table.list = async (kind, ...range) => {
      const page = await list(kind, ...range);
      if (kind === 'subject' && isBusy) await early.ensure(`person:${++made}`);
      return page;
    };
    expect((await run()).at(-1)).toMatchObject({ finished: false });
    expect(commands.map(({ type }) => type)).toEqual(['Begin']);
    isBusy = false;
    const { otherKeys } = await keys.status();
    expect(otherKeys).toBeGreaterThan(0);
    expect((await run()).at(-1)).toMatchObject({ finished: true, rewrapped: otherKeys });
    expect(commands.map(({ type }) => type)).toEqual(['Begin', 'Begin', 'Finish']);
  });

  it('ends early when the service stops, without a last line', async () => {
    const { commands, run } = await world();
    const lines = await run(() => true);
    expect(lines.every(({ finished }) => finished === undefined)).toBe(true);
    expect(commands.map(({ type }) => type)).toEqual(['Begin']);
  });
});
