import type { Readable } from 'node:stream';
import { Controller, Inject, Post, Req } from '@nestjs/common';
import {
  BodyStream,
  Context,
  Describes,
  NDJSON,
  Produces,
  type RequestContext,
  Response,
  StreamedBody,
  ForRoles,
} from '#libs/platform/http';
import { PLATFORM, type Platform } from '#libs/platform/service';
import { ImportRoutes } from './run/import-routes.js';
import { ImportRun } from './run/import-run.js';

/** Imports everything the back office may PUT, as lines of one request ([back-office.import]). */
@Controller('backoffice/import')
export class ImportController {
  constructor(
    private readonly routes: ImportRoutes,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  /** Each line needs the role of its path: for firms and clients that of an operator. */
  @Post()
  @ForRoles('backoffice', 'operator')
  @StreamedBody(NDJSON)
  @Produces(NDJSON)
  @Describes('Import many resources, one line {path, body} each, with responses in order', {
    status: 200,
    type: NDJSON,
    request:
      '{"path":"/rtgs/3000001","body":{"name":"Balanced","targetWeights":[{"ticker":"VTI","targetWeight":"100"}]}}\n',
    example: '{"line":1,"path":"/rtgs/3000001","status":200}\n',
  })
  async import(
    @Req() request: object,
    @Context() context: RequestContext,
    @BodyStream() body: Readable,
  ) {
    // marks a new command, so that its lines aren't searched for in the log
    if (context.attemptedSince === 'never') await context.begin?.();
    const run = new ImportRun(this.platform, this.routes, request, context);
    return Response.stream(run.answersTo(body), NDJSON, { newest: () => run.newest });
  }
}
