import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { account } from '#libs/contexts/accounts';
import { bankLink } from '#libs/contexts/bank-links';
import {
  AggregateStore,
  type Concerns,
  EventCodec,
  type EventData,
  EventRegistry,
  type EventStore,
  textOf,
} from '#libs/platform/event-store';
import { isAccountNumber, type Recorded } from '#libs/platform/kernel';
import { EVENT_STORE } from '#libs/platform/service';
import type { OwnedAccount } from './domain/published-event.js';

/** What has to be known of an event. It need not be decoded: what says whose it is, is in the open, and has been so since version 1. */
type Locatable = Pick<Recorded, 'type' | 'data' | 'stream' | 'revision'>;

/** Finds the account of an event: by the number in it, or through what its declaration says it concerns. */
@Injectable()
export class AccountLocator {
  readonly #firms = new LRUCache<string, string>({ max: 50_000 });

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly codec: EventCodec,
    private readonly events: EventRegistry,
  ) {}

  /** Undefined for an event that concerns no account that exists. */
  async locate(event: Locatable): Promise<OwnedAccount | undefined> {
    const concerns = this.events.definition(event.type)?.concerns;
    const accountNumber = concerns
      ? await this.#concerned(event, concerns)
      : textOf(event.data as EventData, 'accountNumber');
    if (accountNumber === undefined || !isAccountNumber(accountNumber)) return undefined;
    const firmId = this.#firms.get(accountNumber) ?? (await this.#firmOf(accountNumber));
    return firmId === undefined ? undefined : { accountNumber, firmId };
  }

  async #firmOf(accountNumber: string): Promise<string | undefined> {
    const firmId = await this.#firstSays(AggregateStore.stream(account, accountNumber), 'firmId');
    if (firmId === '') return undefined;
    this.#firms.set(accountNumber, firmId);
    return firmId;
  }

  /** What it was about when it happened: the newest event up to it that says so. */
  async #concerned(event: Locatable, concerns: Concerns): Promise<string | undefined> {
    const backwards = { from: event.revision, direction: 'backwards' } as const;
    for await (const stored of this.store.readStream(event.stream, backwards)) {
      const [decoded] = await this.codec.decode([stored]);
      const subject = decoded && concerns(decoded.data as EventData);
      if (subject === null) return undefined;
      const [kind, id = ''] = subject?.split(':') ?? [];
      if (kind === 'account') return id;
      if (kind === 'bankLink') {
        return this.#firstSays(AggregateStore.stream(bankLink, id), 'accountNumber');
      }
    }
    return undefined;
  }

  /** The text of a field of the first event of a stream; empty when it has none. */
  async #firstSays(stream: string, field: string): Promise<string> {
    for await (const stored of this.store.readStream(stream, { from: 0, max: 1 })) {
      const [event] = await this.codec.decode([stored]);
      if (event) return textOf(event.data as EventData, field);
    }
    return '';
  }
}
