import { Controller, Get, Inject, Query } from '@nestjs/common';
import type { EventStore } from '#libs/platform/event-store';
import { Describes, listAnswer, ForRoles } from '#libs/platform/http';
import { defined, throwIfProblems, wireTimestamp } from '#libs/platform/kernel';
import { EVENT_STORE } from '#libs/platform/service';
import { scopeProblems } from './exports.dto.js';
import { PAGE } from './history.dto.js';
import type { SensitiveReadDocument } from './sensitive-reads.document.js';
import { SensitiveReadResponse, SensitiveReadsQuery } from './sensitive-reads.dto.js';
import { ReadsConcerning } from './sensitive-reads.queries.js';

/** The ledger of sensitive reads, for operators and auditors. */
@Controller('operator/audit/sensitivereads')
export class SensitiveReadsController {
  constructor(
    private readonly reads: ReadsConcerning,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** Newest first. Reads of an account or member include those of its whole firm and of the whole log. */
  @Get()
  @ForRoles('operator', 'auditor')
  @Describes('List sensitive reads', { shape: SensitiveReadResponse, list: true, pages: PAGE })
  async list(@Query() query: SensitiveReadsQuery) {
    throwIfProblems(scopeProblems(query));
    const { from, to } = query;
    const range = defined({ from, to, toExclusive: to === undefined ? undefined : true });
    // includes every read recorded by now, in whichever process
    const head = await this.store.head();
    return listAnswer(query, {
      page: ({ limit, after: cursor }) => this.reads.page(query, { range, limit, cursor }, head),
      show: toResponse,
      defaultLimit: PAGE,
    });
  }
}

function toResponse(read: SensitiveReadDocument): SensitiveReadResponse {
  const { kind, subjects, caller, method, route, requestId } = read;
  return {
    time: wireTimestamp(read.at),
    kind,
    subjects,
    caller,
    asOf: read.asOf === undefined ? null : wireTimestamp(read.asOf),
    firmId: read.firmId ?? null,
    actingMember: read.actingMember ?? null,
    associatedMember: read.associatedMember ?? null,
    method,
    route,
    requestId,
    reads: read.reads ?? 1,
  };
}
