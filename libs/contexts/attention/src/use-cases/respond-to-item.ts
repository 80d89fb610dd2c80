import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AggregateStore } from '#libs/platform/event-store';
import { RefusedException } from '#libs/platform/http';
import { type Asked, isOid, notFound } from '#libs/platform/kernel';
import { Commands, UseCaseCommand } from '#libs/platform/service';
import type { RespondToItem } from '../domain/item.commands.js';
import { itemForAttention } from '../domain/item.js';
import type { Item } from '../domain/item.state.js';

/** Views, agrees to or rejects an item for attention ([ifa.respond]). */
export class RespondToItemCommand extends UseCaseCommand<
  typeof itemForAttention,
  Asked<RespondToItem>
> {}

@CommandHandler(RespondToItemCommand)
export class RespondToItemHandler implements ICommandHandler<RespondToItemCommand> {
  constructor(private readonly commands: Commands) {}

  execute({ asked, metadata, expectedRevision }: RespondToItemCommand) {
    const command = { type: 'RespondToItem', ...asked } as const;
    const options = { expectedRevision };
    return this.commands.carryOut(itemForAttention, asked.id, command, metadata, options);
  }
}

/** @throws RefusedException 404 when the member has no item of this id */
export async function requireItem(
  aggregates: AggregateStore,
  loginId: string,
  id: string,
): Promise<Item> {
  const known = isOid(id) ? await aggregates.load(itemForAttention, id) : undefined;
  if (known?.state?.item.loginId !== loginId) throw new RefusedException(notFound());
  return known.state.item;
}
