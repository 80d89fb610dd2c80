import type { OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { account, ownersOf } from '#libs/contexts/accounts';
import { isAccountNumber } from '#libs/contexts/codes';
import { AggregateStore } from '#libs/platform/event-store';
import type { Payload } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { itemForAttention, type PutItem } from './item.js';

/** Accounts of bank links; the feature that stores the links, which imports this one, provides it. */
export abstract class LinkedAccounts {
  /** Number of the account of a bank link; undefined if there is no such link. */
  abstract accountOf(bankLinkOid: string): Promise<string | undefined>;
}

/** Creates or changes an item from the back office ([back-office.ifas]). */
export class PutItemCommand extends UseCaseCommand<
  typeof itemForAttention,
  Omit<Payload<PutItem>, 'isForeign'>
> {}

@CommandHandler(PutItemCommand)
export class PutItemHandler implements ICommandHandler<PutItemCommand>, OnModuleInit {
  #links!: LinkedAccounts;

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly moduleRef: ModuleRef,
  ) {}

  onModuleInit(): void {
    this.#links = this.moduleRef.get<LinkedAccounts>(LinkedAccounts, { strict: false });
  }

  async execute({ payload, metadata, expectedRevision }: PutItemCommand) {
    const isForeign = await this.#isForeign(payload);
    const command = { type: 'PutItem', ...payload, isForeign } as const;
    const options = { expectedRevision };
    return this.commands.executeOrThrow(itemForAttention, payload.id, command, metadata, options);
  }

  /** Whether the item names an account in which the member has no part, or a bank link of one. What doesn't exist is nobody's. */
  async #isForeign({ loginId, content }: PutItemCommand['payload']): Promise<boolean> {
    const { targetOid, targetOidType } = content;
    if (targetOid === null) return false;
    const number = targetOidType === 'B' ? await this.#links.accountOf(targetOid) : targetOid;
    if (number === undefined || !isAccountNumber(number)) return false;
    const { state } = await this.aggregates.load(account, number);
    if (!state.opened) return false;
    const holders = state.permissions.map((permission) => permission.loginId);
    return ![...holders, ...ownersOf(state)].includes(loginId);
  }
}
