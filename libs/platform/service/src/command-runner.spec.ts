import { describe, expect, it } from '@jest/globals';
import {
  type Decider,
  forbidden,
  type PartitionPlace,
  processMetadata,
  type Refusal,
} from '#libs/platform/kernel';
import { createLogger } from '#libs/platform/runtime';
import { CommandRunner } from './command-runner.js';
import { ReactionRegistry } from './reaction.js';

const metadata = processMetadata('reaction:test', 'command', '2026-03-02T15:00:00.000Z');
const door: Decider<null, 'open', never> = {
  category: 'door',
  initial: null,
  decide: () => [],
  evolve: () => null,
};

describe('a command that follows from an event', () => {
  const follow = (outcome: Refusal | { events: []; position: bigint }): Promise<bigint> => {
    const aggregates = { handle: () => Promise.resolve(outcome) };
    const registry = new ReactionRegistry(createLogger({ level: 'silent' }), () => []);
    return new CommandRunner(aggregates as never, registry).executeUnrefused(
      door,
      '1',
      'open',
      metadata,
    );
  };

  it('returns the position it left, even if there was nothing to do', async () => {
    expect(await follow({ events: [], position: 7n })).toBe(7n);
  });

  it('fails if it is refused, without saying whom or what it concerned', async () => {
    const refused = follow(forbidden('jane.doe may not.'));
    await expect(refused).rejects.toThrow(/^a command to door was refused: forbidden$/);
  });
});

describe('a command that stores something', () => {
  it.each([
    ['tells reads to wait for it', {}, [7n]],
    ['tells nothing as a row of an import', { place: {} as PartitionPlace }, []],
  ])('%s', async (_, context, told) => {
    const outcome = { events: [{ type: 'door.Opened' }], position: 7n };
    const aggregates = { handle: () => Promise.resolve(outcome) };
    const registry = new ReactionRegistry(createLogger({ level: 'silent' }), () => []);
    const runner = new CommandRunner(aggregates as never, registry);
    const written: bigint[] = [];
    runner.onWritten((position) => written.push(position));
    await runner.execute(door, '1', 'open', { ...metadata, ...context });
    expect(written).toEqual(told);
  });
});
