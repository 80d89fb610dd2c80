import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore } from '#libs/platform/event-store';
import { RefusedException } from '#libs/platform/http';
import { type Payload, isOid, notFound } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { isAt } from '../domain/order.events.js';
import type { CancelOrder } from '../domain/order.commands.js';
import { folioOrder } from '../domain/order.js';

/** Cancels an open order ([order.placing]). */
export class CancelOrderCommand extends UseCaseCommand<typeof folioOrder, Payload<CancelOrder>> {}

@CommandHandler(CancelOrderCommand)
export class CancelOrderHandler implements ICommandHandler<CancelOrderCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
  ) {}

  async execute({ payload, metadata, expectedRevision }: CancelOrderCommand) {
    // before If-Match: a 412 would reveal that another account has an order of this id
    await requireOrder(this.aggregates, payload);
    const command = { type: 'CancelOrder', ...payload } as const;
    const id = payload.folioOrderOid;
    return this.commands.executeOrThrow(folioOrder, id, command, metadata, { expectedRevision });
  }
}

/** @throws RefusedException 404 if account and folio have no such order */
export async function requireOrder(
  aggregates: AggregateStore,
  { folioOrderOid, ...path }: Omit<Payload<CancelOrder>, 'input'>,
): Promise<void> {
  if (isOid(folioOrderOid)) {
    const { state } = await aggregates.load(folioOrder, folioOrderOid);
    if (isAt(state, path)) return;
  }
  throw new RefusedException(notFound());
}
