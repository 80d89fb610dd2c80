import { Inject, Injectable } from '@nestjs/common';
import { AggregateStore } from '#libs/platform/event-store';
import { businessNow, type Clock, type CommandMetadata, loginIdKey } from '#libs/platform/kernel';
import { Sealer } from '#libs/platform/runtime';
import { CLOCK, CommandRunner, type Platform, PLATFORM } from '#libs/platform/service';
import { bankAccount, isUsedUp } from './domain/bank-account.js';
import type { BankLink } from './domain/bank-link.state.js';

type LinkedAccount = Pick<
  BankLink,
  'ownerLoginId' | 'routingNumber' | 'bankAccountNumber' | 'bankAccountKey'
>;

/** Counts verification attempts at one bank account of an owner, across all links to it. */
@Injectable()
export class VerificationAttempts {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly sealer: Sealer,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  async areUsedUp(link: LinkedAccount, firmId: string): Promise<boolean> {
    const { state } = await this.aggregates.load(bankAccount, this.keyOf(link));
    const { microDepositAttempts } = this.platform.config;
    return isUsedUp(state, microDepositAttempts, businessNow(this.clock, firmId));
  }

  /**
   * Uses up an attempt; must run before any amounts are compared.
   * @throws RefusedException if none is left
   */
  async take(link: BankLink, metadata: CommandMetadata): Promise<void> {
    const { microDepositAttempts: attempts } = this.platform.config;
    const command = { type: 'TakeAttempt', bankLinkOid: link.bankLinkOid, attempts } as const;
    await this.commands.executeOrThrow(bankAccount, this.keyOf(link), command, metadata);
  }

  /**
   * Stream key of a bank account. Leading zeros are ignored, else each padding would have its own attempts. After the owner's
   * erasure only the key of the reservation is left ([bank-link.limit]).
   */
  keyOf({ ownerLoginId, routingNumber, bankAccountNumber, bankAccountKey }: LinkedAccount): string {
    const number = bankAccountNumber?.reveal()?.replace(/^0+/, '');
    if (routingNumber === undefined || number === undefined) return bankAccountKey;
    const parts = [loginIdKey(ownerLoginId), routingNumber, number];
    return this.sealer.keyedHash('bank-link/bank-account', parts.join('|'));
  }
}
