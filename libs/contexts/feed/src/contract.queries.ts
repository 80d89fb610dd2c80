import { Injectable } from '@nestjs/common';
import { EventRegistry } from '#libs/platform/event-store';
import type { Publication, PublishedType, Recorded } from '#libs/platform/kernel';
import { asyncApi, DRAFT, EVENT_TYPES, eventSchema, TEST_TYPE, testSchema } from './contract.js';
import type { Draft } from './feed.events.js';

/** Which events are published as what, collected from the declarations of all contexts. */
@Injectable()
export class FeedContract {
  readonly #publications = new Map<string, Publication>();
  readonly #types: readonly PublishedType[];

  /** @throws if two declarations define a type of the same name */
  constructor(events: EventRegistry) {
    const types = new Map<string, PublishedType>();
    for (const { type, definition } of events.all()) {
      const { publishes = 'nothing' } = definition;
      if (publishes === 'nothing') continue;
      this.#publications.set(type, publishes);
      const { name } = publishes.type;
      if ((types.get(name) ?? publishes.type) !== publishes.type) {
        throw new Error(`published type ${name} is defined twice`);
      }
      types.set(name, publishes.type);
    }
    const names = [...types.keys()].sort();
    this.#types = names.flatMap((name) => types.get(name) ?? []);
    EVENT_TYPES.splice(0, Infinity, ...names);
  }

  /** Types of published log events, without version. */
  get sources(): readonly string[] {
    return [...this.#publications.keys()];
  }

  /** The published draft of a log event; undefined if it isn't published. */
  draft({ type, data }: Pick<Recorded, 'type' | 'data'>): Draft | undefined {
    const publication = this.#publications.get(type);
    return publication && { type: publication.type, data: publication.data(data as never) };
  }

  schemas(): Readonly<Record<string, object>> {
    return Object.fromEntries(this.#types.map((type) => [type.name, eventSchema(type)]));
  }

  /** JSON Schemas of everything that is sent, by type. */
  sent(): Readonly<Record<string, object>> {
    return { ...this.schemas(), [TEST_TYPE]: { $schema: DRAFT, title: TEST_TYPE, ...testSchema } };
  }

  asyncApi(): Readonly<Record<string, unknown>> {
    return asyncApi(this.#types);
  }
}
