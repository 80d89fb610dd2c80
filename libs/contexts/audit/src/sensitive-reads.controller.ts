import { Controller, Get, Inject } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { EventStore } from '#libs/platform/event-store';
import { Answer, Describes, nextPage, StrictQuery, throwIfProblems } from '#libs/platform/http';
import { FieldCode, fieldProblem, wireTimestamp } from '#libs/platform/kernel';
import type { FindOptions } from '#libs/platform/read-models';
import { DocumentsBy, EVENT_STORE, ForRoles } from '#libs/platform/service';
import { PAGE } from './dto/history.dto.js';
import { SensitiveReadAnswer, SensitiveReadsQuery } from './dto/sensitive-reads.dto.js';
import { Subject } from './history/descriptor.js';
import {
  READS_BY_TIME,
  READS_OF_SUBJECT,
  sensitiveReadDocuments,
  type SensitiveReadDocument,
} from './ledger/sensitive-reads.projection.js';

/** The ledger of sensitive reads, for those who look after the service. */
@Controller('operator/audit/sensitivereads')
export class SensitiveReadsController {
  constructor(
    private readonly queries: QueryBus,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** The newest first. */
  @Get()
  @ForRoles('operator', 'auditor')
  @Describes('Who was shown something sensitive', { shape: SensitiveReadAnswer, list: true })
  async list(@StrictQuery(SensitiveReadsQuery) query: SensitiveReadsQuery): Promise<Answer> {
    const { account, member, firm, from, to, limit = PAGE, cursor } = query;
    const selection: FindOptions = {
      ...indexOf(query),
      order: 'descending',
      limit,
      ...(cursor !== undefined && { after: cursor }),
    };
    // every read that was recorded by now, in whichever process
    const head = await this.store.head();
    const { items, next } = await this.queries.execute(
      new DocumentsBy(sensitiveReadDocuments, selection, head),
    );
    const asked = { account, member, firm, from, to, limit };
    const headers = nextPage('/operator/audit/sensitivereads', asked, next);
    return Answer.ok(items.map(toAnswer), { headers });
  }
}

function indexOf(query: SensitiveReadsQuery): Pick<FindOptions, 'index' | 'equals' | 'range'> {
  const { account, member, firm, from, to } = query;
  const subjects = [
    ...(account === undefined ? [] : [Subject.account(account)]),
    ...(member === undefined ? [] : [Subject.member(member)]),
    ...(firm === undefined ? [] : [Subject.firm(firm)]),
  ];
  const several = subjects.length > 1;
  throwIfProblems(
    several ? [fieldProblem('member', FieldCode.Value, 'One of account, member and firm.')] : [],
  );
  const range = {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to, toExclusive: true }),
  };
  return {
    index: subjects.length === 0 ? READS_BY_TIME : READS_OF_SUBJECT,
    equals: subjects,
    range,
  };
}

function toAnswer(read: SensitiveReadDocument): SensitiveReadAnswer {
  const { kind, subjects, caller, method, route, requestId } = read;
  return {
    time: wireTimestamp(read.at),
    ...{ kind, subjects, caller },
    asOf: read.asOf === undefined ? null : wireTimestamp(read.asOf),
    firmId: read.firmId ?? null,
    actingMember: read.actingMember ?? null,
    associatedMember: read.associatedMember ?? null,
    ...{ method, route, requestId },
  };
}
