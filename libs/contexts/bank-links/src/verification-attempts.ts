import { Inject, Injectable } from '@nestjs/common';
import { AggregateStore } from '#libs/platform/event-store';
import { businessNow, type Clock, type CommandMetadata, loginIdKey } from '#libs/platform/kernel';
import { Sealer } from '#libs/platform/runtime';
import { CLOCK, Commands, type Platform, PLATFORM } from '#libs/platform/service';
import { bankAccount, isUsedUp } from './domain/bank-account.js';
import type { BankLink } from './domain/bank-link.state.js';

type Named = Pick<
  BankLink,
  'ownerLoginId' | 'routingNumber' | 'bankAccountNumber' | 'bankAccountKey'
>;

/** Attempts at the amounts of micro-deposits, counted over all links of an owner to one bank account. */
@Injectable()
export class VerificationAttempts {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
    private readonly sealer: Sealer,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  async areUsedUp(named: Named, firmId: string): Promise<boolean> {
    const { state } = await this.aggregates.load(bankAccount, this.keyOf(named));
    const { microDepositAttempts } = this.platform.config;
    return isUsedUp(state, microDepositAttempts, businessNow(this.clock, firmId));
  }

  /**
   * Uses an attempt of the bank account of a link, before any amounts are compared.
   * @throws RefusedException where none is left
   */
  async take(link: BankLink, metadata: CommandMetadata): Promise<void> {
    const { bankLinkOid } = link;
    const { microDepositAttempts: attempts } = this.platform.config;
    const command = { type: 'TakeAttempt', bankLinkOid, attempts } as const;
    await this.commands.carryOut(bankAccount, this.keyOf(link), command, metadata);
  }

  /**
   * Key of the stream of a bank account. Leading zeros don't count: a bank may pad its numbers, and each spelling would
   * have attempts of its own. Of a link whose owner was erased nothing but the key of its reservation is left ([bank-link.limit]).
   */
  keyOf({ ownerLoginId, routingNumber, bankAccountNumber, bankAccountKey }: Named): string {
    const number = bankAccountNumber?.reveal()?.replace(/^0+/, '');
    if (routingNumber === undefined || number === undefined) return bankAccountKey;
    const parts = [loginIdKey(ownerLoginId), routingNumber, number];
    return this.sealer.keyedHash('bank-link/bank-account', parts.join('|'));
  }
}
