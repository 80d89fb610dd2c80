import { Controller, Get, Inject, Query } from '@nestjs/common';
import {
  type EventStore,
  isStreamName,
  memoryUseOf,
  type ReadStreamOptions,
  type StoredEvent,
  UnknownPositionError,
} from '#libs/platform/event-store';
import {
  Context,
  Describes,
  listAnswer,
  type RequestContext,
  type WantedPage,
  ForRoles,
} from '#libs/platform/http';
import { FieldCode, fieldProblem, throwIfProblems } from '#libs/platform/kernel';
import { type Page, cursorFromPosition, positionFromCursor } from '#libs/platform/read-models';
import { EVENT_STORE } from '#libs/platform/service';
import { WHOLE_LOG } from './audit.events.js';
import { PAGE } from './history.dto.js';
import { LogQuery, StoredEventResponse } from './log.dto.js';

/** The log as it is stored, for operators and auditors. */
@Controller('operator/audit/log')
export class LogController {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  @Get()
  @ForRoles('operator', 'auditor')
  @Describes('List stored events, newest first', {
    shape: StoredEventResponse,
    list: true,
    pages: PAGE,
  })
  async list(@Context() context: RequestContext, @Query() query: LogQuery) {
    const answer = await listAnswer(query, {
      page: (wanted) => this.#page(query, wanted),
      show: toResponse,
      defaultLimit: PAGE,
    });
    context.disclose({ kind: 'export', subjects: [WHOLE_LOG] });
    return answer;
  }

  async #page(query: LogQuery, { limit, maxBytes, after }: WantedPage) {
    const { stream, from } = query;
    const given = from === undefined ? undefined : BigInt(from);
    const place = after === undefined ? given : positionFromCursor(after);
    const direction = query.order === 'oldest' ? 'forwards' : 'backwards';
    const read = { direction, max: limit + 1 } as const;
    const items: StoredEvent[] = [];
    let bytes = 0;
    const events =
      stream === undefined ? this.#log(place, read) : this.#stream(stream, place, read);
    for await (const event of events) {
      if (items.length === limit || bytes > maxBytes) {
        const next = cursorFromPosition(stream === undefined ? event.position : event.revision);
        return { items, next } satisfies Page<StoredEvent>;
      }
      items.push(event);
      bytes += memoryUseOf(event.data);
    }
    return { items };
  }

  /** Reads a stream from an event on, which is included. */
  async *#stream(stream: string, place: bigint | undefined, read: ReadStreamOptions) {
    if (!isStreamName(stream)) return;
    yield* this.store.readStream(stream, {
      ...read,
      ...(place !== undefined && { from: Math.min(Number(place), Number.MAX_SAFE_INTEGER) }),
    });
  }

  /** Reads the log from an event on, which is included. */
  async *#log(place: bigint | undefined, read: ReadStreamOptions) {
    try {
      yield* this.store.readAll({
        ...read,
        ...(place !== undefined && (await this.#beside(place, read))),
      });
    } catch (error) {
      if (!(error instanceof UnknownPositionError)) throw error;
      throwIfProblems([fieldProblem('from', FieldCode.Value, 'The log has no such position.')]);
    }
  }

  /** Where a read that includes the event begins: at its neighbour, because reads exclude where they begin. */
  async #beside(position: bigint, { direction }: ReadStreamOptions) {
    const neighbours =
      direction === 'forwards'
        ? this.store.readAll({ before: position, direction: 'backwards', max: 1 })
        : this.store.readAll({ after: position, max: 1 });
    for await (const { position: at } of neighbours) {
      return direction === 'forwards' ? { after: at } : { before: at };
    }
    return {};
  }
}

function toResponse({ position, ...event }: StoredEvent): StoredEventResponse {
  const { stream, revision, id, type, data, metadata } = event;
  return { position: String(position), stream, revision, id, type, data, metadata };
}
