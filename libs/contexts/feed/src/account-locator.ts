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

/** What locating needs of an event. It may be encoded: the fields that name its account have been plain text since version 1. */
type Locatable = Pick<Recorded, 'type' | 'data' | 'stream' | 'revision'>;

/** Finds the account of an event: by the number in its data, or through what its declaration says it concerns. */
@Injectable()
export class AccountLocator {
  readonly #firms = new LRUCache<string, string>({ max: 50_000 });

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly codec: EventCodec,
    private readonly events: EventRegistry,
  ) {}

  /** Returns undefined if the event concerns no existing account. */
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
    const firmId = await this.#firstText(AggregateStore.stream(account, accountNumber), 'firmId');
    if (firmId === '') return undefined;
    this.#firms.set(accountNumber, firmId);
    return firmId;
  }

  /** The subject at that time: of the newest event up to this one that names it. */
  async #concerned(event: Locatable, concerns: Concerns): Promise<string | undefined> {
    const backwards = { from: event.revision, direction: 'backwards' } as const;
    for await (const stored of this.store.readStream(event.stream, backwards)) {
      const [decoded] = await this.codec.decode([stored]);
      const subject = decoded && concerns(decoded.data as EventData);
      if (subject === null) return undefined;
      const [kind, id = ''] = subject?.split(':') ?? [];
      if (kind === 'account') return id;
      if (kind === 'bankLink') {
        return this.#firstText(AggregateStore.stream(bankLink, id), 'accountNumber');
      }
    }
    return undefined;
  }

  /** A text field of the first event of a stream; empty if there is none. */
  async #firstText(stream: string, field: string): Promise<string> {
    for await (const stored of this.store.readStream(stream, { from: 0, max: 1 })) {
      const [event] = await this.codec.decode([stored]);
      if (event) return textOf(event.data as EventData, field);
    }
    return '';
  }
}
