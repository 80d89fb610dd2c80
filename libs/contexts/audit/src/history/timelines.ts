import { Subject } from '#libs/platform/event-store';
import { Injectable } from '@nestjs/common';
import { bankLinkDocuments, BankLinkIndex } from '#libs/contexts/bank-links';
import { isPast, type ReadPoint } from '#libs/platform/kernel';
import {
  cursorOfPlace,
  type FindOptions,
  placeOfCursor,
  ReadModels,
} from '#libs/platform/read-models';
import { itemPlacesDocuments, ITEMS_ABOUT, placesAbout } from './item-places.projection.js';
import {
  type Place,
  stretchOf,
  TIMELINE_OF_SUBJECT,
  timelineDocuments,
} from './timeline.projection.js';

/** Documents of the timeline that are read at a time, at most: one at first, for there may be hundreds of events in it. */
const DOCUMENTS = 8;

/** Which page of a subject's events. */
export interface TimelinePage {
  readonly order: 'newest' | 'oldest';
  readonly limit: number;
  /** Cursor of the page before. */
  readonly cursor?: string | undefined;
  /** Where in the log it ends: at a moment of the past, else not before a position. */
  readonly point: ReadPoint | undefined;
}

/**
 * Where the events of accounts, folios, bank links, members and firms stand in the log: items for attention among those of what
 * they are about, and an account's with those of its bank links.
 */
@Injectable()
export class Timelines {
  constructor(private readonly readModels: ReadModels) {}

  /**
   * One page of a subject's events.
   * @throws InvalidCursorError for a cursor that is none
   */
  async page(
    subject: string,
    { order, limit, cursor, point }: TimelinePage,
  ): Promise<{ readonly places: readonly Place[]; readonly next?: string }> {
    const after = cursor === undefined ? undefined : placeOfCursor(cursor);
    const found: Place[] = [];
    for await (const place of this.#places(subject, order, after, point)) {
      if (found.push(place) > limit) break;
    }
    const places = found.slice(0, limit);
    const last = places.at(-1);
    if (found.length <= limit || last === undefined) return { places };
    return { places, next: cursorOfPlace(BigInt(last.position)) };
  }

  async newest(subject: string, atLeast: bigint): Promise<Place | undefined> {
    const { places } = await this.page(subject, { order: 'newest', limit: 1, point: atLeast });
    return places[0];
  }

  /** Names of the streams that are a subject's own, each once: whose a stream is, its first event says. */
  async *streams(subject: string, atLeast: bigint): AsyncGenerator<string> {
    for await (const place of this.#places(subject, 'oldest', undefined, atLeast)) {
      if (place.owned && place.revision === 0) yield place.stream;
    }
  }

  /** Places beyond the position `after`, none newer than a moment of the past. */
  async *#places(
    subject: string,
    order: TimelinePage['order'],
    after: bigint | undefined,
    point: ReadPoint | undefined,
  ): AsyncGenerator<Place> {
    const descending = order === 'newest';
    const last = isPast(point) ? point.asOf : undefined;
    /** Whether one stands before another in the order asked for. */
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

  /** Events of the items for attention that are about an account, one of its bank links, or the bank link, in no order. */
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
    // one that was about several of them is found as often
    return [
      ...new Map(found.flat().map((item) => [item.places[0]?.stream, item])).values(),
    ].flatMap((item) => placesAbout(item, subjects));
  }
}

/** Stretches from the cursor on, none after the last moment. */
function bounds(
  descending: boolean,
  cursor: string | undefined,
  last: string | undefined,
): { readonly from?: string; readonly to?: string } {
  if (!descending) return { ...(cursor && { from: cursor }), ...(last && { to: last }) };
  const to = [cursor, last].filter((bound) => bound !== undefined).sort()[0];
  return to === undefined ? {} : { to };
}
