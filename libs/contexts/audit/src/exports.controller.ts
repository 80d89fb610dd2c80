import { Controller, Get, Inject, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AggregateStore, type EventStore } from '#libs/platform/event-store';
import {
  Context,
  Describes,
  listAnswer,
  NDJSON,
  PageQuery,
  Produces,
  Public,
  type RequestContext,
  Response,
  textStream,
  type WantedPage,
  ForRoles,
} from '#libs/platform/http';
import { defined, throwIfProblems } from '#libs/platform/kernel';
import type { ExportScope } from '#libs/platform/proof';
import { type Page, cursorFromPosition, indexOfCursor } from '#libs/platform/read-models';
import { DirectCommand, EVENT_STORE } from '#libs/platform/service';
import { type SignedRoot, subjectOf } from './audit.events.js';
import { DAILY, dailyRoots, SIGNING, signingKeys } from './daily-roots.js';
import { AuditKey } from './daily-roots.reactions.js';
import { ExportQuery, PublicKeysResponse, RootResponse, scopeProblems } from './exports.dto.js';
import { Exports } from './exports.queries.js';

const ROOTS_PAGE = 31;

/** Exports, daily roots, and the keys that sign both. */
@Controller()
export class ProofsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly exports: Exports,
    private readonly key: AuditKey,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  @Get('operator/audit/export')
  @ForRoles('operator', 'auditor')
  @Produces(NDJSON)
  @Describes('Export stored events with proof (docs/audit.md)', {
    type: NDJSON,
    headers: { 'Content-Disposition': 'Attachment, with a file name' },
  })
  async export(@Context() context: RequestContext, @Query() query: ExportQuery) {
    throwIfProblems(scopeProblems(query));
    const { account, member, firm, from, to } = query;
    const scope: ExportScope = defined({ account, member, firm, from, to });
    const text = await this.exports.of(scope);
    context.disclose({ kind: 'export', subjects: [subjectOf(scope)] });
    return Response.stream(textStream(text), NDJSON, {
      headers: { 'content-disposition': 'attachment; filename="export.ndjson"' },
    });
  }

  @Get('operator/audit/roots')
  @ForRoles('operator', 'auditor')
  @Describes('List daily roots, newest first', {
    shape: RootResponse,
    list: true,
    pages: ROOTS_PAGE,
  })
  roots(@Query() query: PageQuery) {
    return listAnswer(query, { page: (wanted) => this.#roots(wanted), defaultLimit: ROOTS_PAGE });
  }

  async #roots({ limit, after }: WantedPage): Promise<Page<SignedRoot>> {
    const from = after === undefined ? {} : { from: indexOfCursor(after) };
    const items: SignedRoot[] = [];
    const stream = AggregateStore.stream(dailyRoots, DAILY);
    const options = { ...from, direction: 'backwards', max: limit + 1 } as const;
    for await (const { revision, data } of this.store.readStream(stream, options)) {
      if (items.length === limit) return { items, next: cursorFromPosition(revision) };
      items.push(data as unknown as SignedRoot);
    }
    return { items };
  }

  @Get('.well-known/audit-keys.json')
  @Public()
  @Describes('Public keys of exports and daily roots', { shape: PublicKeysResponse })
  async keys() {
    return Response.ok({ keys: await this.key.published() });
  }

  /** Signatures stay valid: earlier public keys remain published. */
  @Post('operator/audit/signing-key/rotation')
  @ForRoles('operator')
  @Describes('Replace the key of exports and daily roots', {
    status: 200,
    shape: PublicKeysResponse,
  })
  async rotate(@Context() context: RequestContext) {
    const rotation = await this.key.rotation();
    const command = new DirectCommand(signingKeys, SIGNING, rotation, context.command);
    const outcome = await this.commands.execute(command);
    return Response.updated(outcome, { body: { keys: await this.key.published() } });
  }
}
