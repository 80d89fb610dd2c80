import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { account, type AccountEvent } from '#libs/contexts/accounts';
import type { ItemEvent } from '#libs/contexts/attention';
import { bankLink, type BankLinkEvent } from '#libs/contexts/bank-links';
import { AggregateStore, EventCodec, type EventStore } from '#libs/platform/event-store';
import { isAccountNumber, isOid, type Recorded, type RecordedOf } from '#libs/platform/kernel';
import { EVENT_STORE } from '#libs/platform/service';

/** Account an event concerns, and the firm it belongs to. */
export interface Located {
  readonly accountNumber: string;
  readonly firmId: string;
}

/** What has to be known of an event. It need not be decoded: what says whose it is, is in the open, and has been so since version 1. */
type Locatable = Pick<Recorded, 'type' | 'data' | 'stream' | 'revision'>;

/** Finds the account of an event: by the number in it, or through the item or bank link that it is about. */
@Injectable()
export class AccountLocator {
  readonly #firms = new LRUCache<string, string>({ max: 50_000 });

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly codec: EventCodec,
  ) {}

  /** Undefined for an event that concerns no account that exists. */
  async locate(event: Locatable): Promise<Located | undefined> {
    const accountNumber = event.type.startsWith('attention.')
      ? await this.#accountOfItem(event)
      : (event.data as { readonly accountNumber?: string }).accountNumber;
    if (accountNumber === undefined || !isAccountNumber(accountNumber)) return undefined;
    const firmId = this.#firms.get(accountNumber) ?? (await this.#firmOf(accountNumber));
    return firmId === undefined ? undefined : { accountNumber, firmId };
  }

  async #firmOf(accountNumber: string): Promise<string | undefined> {
    const stream = AggregateStore.stream(account, accountNumber);
    const opened = await this.#first<AccountEvent>(stream);
    if (opened?.type !== 'account.AccountOpened') return undefined;
    this.#firms.set(accountNumber, opened.data.firmId);
    return opened.data.firmId;
  }

  /** What the item was about when the event happened: the newest event up to it that says so. */
  async #accountOfItem({ stream, revision }: Locatable): Promise<string | undefined> {
    const backwards = { from: revision, direction: 'backwards' } as const;
    for await (const stored of this.store.readStream(stream, backwards)) {
      const [event] = await this.codec.decode([stored]);
      if (event === undefined || !('targetOid' in event.data)) continue;
      const { targetOid, targetOidType } = event.data as Extract<
        ItemEvent,
        { type: 'attention.ItemRaised' }
      >['data'];
      if (targetOid === null || targetOidType === null) return undefined;
      return targetOidType === 'A' ? targetOid : this.#accountOfLink(targetOid);
    }
    return undefined;
  }

  async #accountOfLink(bankLinkOid: string): Promise<string | undefined> {
    if (!isOid(bankLinkOid)) return undefined;
    const created = await this.#first<BankLinkEvent>(AggregateStore.stream(bankLink, bankLinkOid));
    return created?.data.accountNumber;
  }

  async #first<E extends AccountEvent | BankLinkEvent>(
    stream: string,
  ): Promise<RecordedOf<E> | undefined> {
    for await (const stored of this.store.readStream(stream, { from: 0, max: 1 })) {
      const [event] = await this.codec.decode([stored]);
      return event as RecordedOf<E> | undefined;
    }
    return undefined;
  }
}
