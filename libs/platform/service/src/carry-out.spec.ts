import { describe, expect, it } from '@jest/globals';
import type { CommandBus } from '@nestjs/cqrs';
import { RefusedException, type RequestContext } from '#libs/platform/http';
import { type Decider, type DomainEvent, notFound } from '#libs/platform/kernel';
import { AggregateCommand } from './aggregate-command.js';
import { carryOut } from './carry-out.js';

const decider = { category: 'thing' } as unknown as Decider<null, object, DomainEvent>;
const context = {
  commandId: 'c-1',
  requestId: 'r-1',
  receivedAt: '2026-03-02T15:00:00.000Z',
  caller: { id: 'key-1' },
} as unknown as RequestContext;

/** A command bus that answers everything alike. */
function busOf(answer: unknown): { bus: CommandBus; sent: unknown[] } {
  const sent: unknown[] = [];
  const execute = (command: unknown): Promise<unknown> => {
    sent.push(command);
    return Promise.resolve(answer);
  };
  return { bus: { execute } as unknown as CommandBus, sent };
}

describe('carrying out a command of a request', () => {
  it('sends it with the metadata of the request, and answers what it left', async () => {
    const outcome = { stream: 'thing-7', revision: 3, position: 9n, events: [], repeated: false };
    const { bus, sent } = busOf(outcome);
    const command = { type: 'Do' };
    const options = { expectedRevision: [2] };
    expect(await carryOut(bus, context, decider, '7', command, options)).toBe(outcome);
    const metadata = expect.objectContaining({ commandId: 'c-1', caller: 'key-1' });
    expect(sent).toEqual([expect.any(AggregateCommand)]);
    expect(sent).toMatchObject([{ decider, id: '7', command, metadata, options }]);
  });

  it('throws what it is refused with', async () => {
    const { bus } = busOf(notFound());
    await expect(carryOut(bus, context, decider, '7', {})).rejects.toThrow(RefusedException);
  });
});
