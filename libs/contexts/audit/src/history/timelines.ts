import { Injectable } from '@nestjs/common';
import { isPast, type ReadPoint } from '#libs/platform/kernel';
import {
  cursorOfPlace,
  type FindOptions,
  placeOfCursor,
  ReadModels,
} from '#libs/platform/read-models';
import { type Place, stretchOf, timeline, TIMELINE_OF_SUBJECT } from './timeline.projection.js';

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

/** Where the events of accounts, folios, bank links, members and firms stand in the log. */
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

  /** The newest event of a subject. */
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
    const isWanted = ({ position }: Place): boolean => {
      const at = BigInt(position);
      if (last !== undefined && at > last) return false;
      return after === undefined || (descending ? at < after : at > after);
    };
    const from = after === undefined ? undefined : stretchOf(after);
    const to = last === undefined ? undefined : stretchOf(last);
    let selection: FindOptions | undefined = {
      index: TIMELINE_OF_SUBJECT,
      equals: [subject],
      range: bounds(descending, from, to),
      order: descending ? 'descending' : 'ascending',
      limit: 1,
    };
    const model = this.readModels.of(timeline);
    while (selection !== undefined) {
      const { items, next } = await model.find(selection, isPast(point) ? point.asOf : point);
      for (const { places } of items) {
        yield* (descending ? places.toReversed() : places).filter(isWanted);
      }
      const limit = Math.min(2 * selection.limit, DOCUMENTS);
      selection = next === undefined ? undefined : { ...selection, limit, after: next };
    }
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
