import { Subject } from '#libs/platform/event-store';
import { Injectable } from '@nestjs/common';
import { bankLinkDocuments, BankLinkIndex } from '#libs/contexts/bank-links';
import { isPast, type ReadPoint } from '#libs/platform/kernel';
import {
  cursorFromPosition,
  type FindOptions,
  positionFromCursor,
  ReadModels,
} from '#libs/platform/read-models';
import { itemPlacesDocuments, ITEMS_ABOUT, placesAbout } from './item-places.projection.js';
import {
  type Place,
  stretchOf,
  TIMELINE_OF_SUBJECT,
  timelineDocuments,
} from './timeline.projection.js';

/** Maximum timeline documents read at a time. The first read takes one, which may contain hundreds of events. */
const DOCUMENTS = 8;

/** Selects a page of a subject's events. */
export interface TimelinePage {
  readonly order: 'newest' | 'oldest';
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** An earlier moment that ends the history, or a position it must include. */
  readonly point: ReadPoint | undefined;
}

/**
 * Finds the events of accounts, folios, bank links, members and firms in the log. The history of a subject includes items for
 * attention about it; that of an account also those about its bank links.
 */
@Injectable()
export class Timelines {
  constructor(private readonly readModels: ReadModels) {}

  async page(
    subject: string,
    { order, limit, cursor, point }: TimelinePage,
  ): Promise<{ readonly places: readonly Place[]; readonly next?: string }> {
    const after = cursor === undefined ? undefined : positionFromCursor(cursor);
    const found: Place[] = [];
    for await (const place of this.#places(subject, order, after, point)) {
      if (found.push(place) > limit) break;
    }
    const places = found.slice(0, limit);
    const last = places.at(-1);
    if (found.length <= limit || last === undefined) return { places };
    return { places, next: cursorFromPosition(BigInt(last.position)) };
  }

  async newest(subject: string, atLeast: bigint): Promise<Place | undefined> {
    const { places } = await this.page(subject, { order: 'newest', limit: 1, point: atLeast });
    return places[0];
  }

  /**
   * Names of the streams with the history of a subject, each once: those that belong to it, as the first event of a stream decides, and
   * those of items for attention about it, which belong to a member too.
   */
  async *streams(subject: string, atLeast: bigint): AsyncGenerator<string> {
    for await (const place of this.#places(subject, 'oldest', undefined, atLeast)) {
      if (place.owned && place.revision === 0) yield place.stream;
    }
    const items = await this.#itemPlaces(subject, atLeast);
    yield* new Set(items.map(({ stream }) => stream));
  }

  /** Places after the cursor position `after`, and none after the moment of an as-of read. */
  async *#places(
    subject: string,
    order: TimelinePage['order'],
    after: bigint | undefined,
    point: ReadPoint | undefined,
  ): AsyncGenerator<Place> {
    const descending = order === 'newest';
    const last = isPast(point) ? point.asOf : undefined;
    const isBefore = (one: bigint, other: bigint): boolean =>
      descending ? one > other : one < other;
    const isWanted = (place: Place): boolean =>
      (last === undefined || BigInt(place.position) <= last) &&
      (after === undefined || isBefore(after, BigInt(place.position)));
    const items = (await this.#itemPlaces(subject, point))
      .filter(isWanted)
      .sort((one, other) => (isBefore(BigInt(one.position), BigInt(other.position)) ? -1 : 1));
    const from = after === undefined ? undefined : stretchOf(after);
    const to = last === undefined ? undefined : stretchOf(last);
    let selection: FindOptions | undefined = {
      index: TIMELINE_OF_SUBJECT,
      equals: [subject],
      range: bounds(descending, from, to),
      order: descending ? 'descending' : 'ascending',
      limit: 1,
    };
    const model = this.readModels.of(timelineDocuments);
    while (selection !== undefined) {
      const { items: stretches, next } = await model.find(selection, isPast(point) ? last : point);
      for (const { places } of stretches) {
        for (const place of (descending ? places.toReversed() : places).filter(isWanted)) {
          const at = BigInt(place.position);
          const due = items.findIndex(({ position }) => !isBefore(BigInt(position), at));
          yield* items.splice(0, due === -1 ? items.length : due);
          yield place;
        }
      }
      const limit = Math.min(2 * selection.limit, DOCUMENTS);
      selection = next === undefined ? undefined : { ...selection, limit, after: next };
    }
    yield* items;
  }

  /** Events of items for attention about the subject or, for an account, about one of its bank links; unordered. */
  async #itemPlaces(subject: string, point: ReadPoint | undefined): Promise<Place[]> {
    const [kind, id = ''] = subject.split(':');
    if (kind !== 'account' && kind !== 'bankLink') return [];
    const atLeast = isPast(point) ? point.asOf : point;
    const links =
      kind === 'account'
        ? await this.readModels
            .of(bankLinkDocuments)
            .findAll({ index: BankLinkIndex.Account, equals: [id] }, atLeast)
        : [];
    const subjects = new Set([
      subject,
      ...links.map(({ bankLinkOid }) => Subject.bankLink(bankLinkOid)),
    ]);
    const model = this.readModels.of(itemPlacesDocuments);
    const found = await Promise.all(
      [...subjects].map((about) => model.findAll({ index: ITEMS_ABOUT, equals: [about] }, atLeast)),
    );
    // an item that was about several of them is found several times
    return [
      ...new Map(found.flat().map((item) => [item.places[0]?.stream, item])).values(),
    ].flatMap((item) => placesAbout(item, subjects));
  }
}

/** Range of stretches from the cursor on, up to the last moment. */
function bounds(
  descending: boolean,
  cursor: string | undefined,
  last: string | undefined,
): { readonly from?: string; readonly to?: string } {
  if (!descending) return { ...(cursor && { from: cursor }), ...(last && { to: last }) };
  const to = [cursor, last].filter((bound) => bound !== undefined).sort()[0];
  return to === undefined ? {} : { to };
}
