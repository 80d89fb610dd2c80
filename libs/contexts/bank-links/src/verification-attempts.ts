import { Inject, Injectable } from '@nestjs/common';
import { AggregateStore, type Outcome } from '#libs/platform/event-store';
import {
  businessNow,
  type Clock,
  type CommandMetadata,
  isRefusal,
  loginIdKey,
  type RecordedOf,
  type Refusal,
} from '#libs/platform/kernel';
import { Sealer } from '#libs/platform/runtime';
import {
  CLOCK,
  Commands,
  metadataOfReaction,
  type Platform,
  PLATFORM,
  type Reaction,
} from '#libs/platform/service';
import type { BankLinkInput } from './domain/bank-link.commands.js';
import type { BankLinkVerified } from './domain/bank-link.events.js';
import { bankAccount, type BankAccountEvent, isUsedUp } from './domain/bank-account.js';
import { bankLink } from './domain/bank-link.js';
import type { BankLink } from './domain/bank-link.state.js';

/** A bank account of an owner, as a request or a link names it. */
type Named = Pick<BankLinkInput, 'ownerLoginId' | 'routingNumber' | 'bankAccountNumber'>;

/** Attempts at the amounts of micro-deposits, counted over all links of an owner to one bank account. */
@Injectable()
export class VerificationAttempts {
  readonly #attempts: number;

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
    private readonly sealer: Sealer,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PLATFORM) { config }: Platform,
  ) {
    this.#attempts = config.microDepositAttempts;
  }

  /** Whether no more attempts are left for the bank account a request names; false while it names none. */
  async areUsedUp(named: Named, firmId: string): Promise<boolean> {
    const key = this.#keyOf(named);
    if (key === undefined) return false;
    const { state } = await this.aggregates.load(bankAccount, key);
    return isUsedUp(state, this.#attempts, businessNow(this.clock, firmId));
  }

  /** Uses an attempt of the bank account of a link, before any amounts are compared; the refusal where none is left. */
  async take(link: BankLink, metadata: CommandMetadata): Promise<Refusal | undefined> {
    const { bankLinkOid } = link;
    const command = { type: 'TakeAttempt', bankLinkOid, attempts: this.#attempts } as const;
    const outcome = await this.commands.execute(
      bankAccount,
      this.#keyOfLink(link),
      command,
      metadata,
    );
    return isRefusal(outcome) ? outcome : undefined;
  }

  /** The right amounts were named. */
  clear(link: BankLink, metadata: CommandMetadata): Promise<Outcome<BankAccountEvent> | Refusal> {
    const { bankLinkOid } = link;
    const command = { type: 'ClearAttempts', bankLinkOid } as const;
    return this.commands.execute(bankAccount, this.#keyOfLink(link), command, metadata);
  }

  /** An operator allows more. */
  unlock(link: BankLink, metadata: CommandMetadata): Promise<Outcome<BankAccountEvent> | Refusal> {
    const { bankLinkOid, accountNumber } = link;
    const command = { type: 'UnlockAttempts', bankLinkOid, accountNumber } as const;
    return this.commands.execute(bankAccount, this.#keyOfLink(link), command, metadata);
  }

  /** Of a link whose owner was erased nothing but the key of its reservation is left. */
  #keyOfLink(link: BankLink): string {
    return this.#keyOf(link) ?? link.bankAccountKey;
  }

  #keyOf({ ownerLoginId, routingNumber, bankAccountNumber }: Named): string | undefined {
    const number = bankAccountNumber?.reveal();
    if (ownerLoginId === undefined || routingNumber === undefined || number === undefined) {
      return undefined;
    }
    const parts = [loginIdKey(ownerLoginId), routingNumber, number];
    return this.sealer.keyedHash('bank-link/bank-account', parts.join('|'));
  }
}

/** Whoever names the right amounts may have been wrong before. */
@Injectable()
export class ClearAttempts implements Reaction<BankLinkVerified> {
  readonly name = 'bank-links.clear-attempts';
  readonly events = ['bankLink.BankLinkVerified'] as const;

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly attempts: VerificationAttempts,
  ) {}

  async react(event: RecordedOf<BankLinkVerified>): Promise<bigint> {
    const { bankLinkOid, method } = event.data;
    if (method !== 'microDeposits') return 0n;
    const { state } = await this.aggregates.load(bankLink, bankLinkOid);
    if (!state) throw new Error('an event of a bank link that does not exist');
    const outcome = await this.attempts.clear(state, metadataOfReaction(this.name, event, 'clear'));
    if (isRefusal(outcome)) throw new Error(`attempts were not cleared: ${outcome.kind}`);
    return outcome.position;
  }
}
