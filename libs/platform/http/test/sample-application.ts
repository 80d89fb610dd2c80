import { createHash } from 'node:crypto';
import {
  Body,
  Controller,
  Delete,
  Get,
  Module,
  Param,
  Post,
  Put,
  Query,
  UseGuards,
} from '@nestjs/common';
import {
  type Caller,
  conflict,
  type Problem,
  refuse,
  ruleProblem,
  type Secret,
  throwIfRefused,
} from '#libs/platform/kernel';
import {
  AllowUnknownMember,
  ChecksAssociatedMember,
  Response,
  Bool,
  Code,
  Context,
  DecimalString,
  Describes,
  EVENT_STREAM,
  EventStreamBody,
  Identifier,
  IsoTimestamp,
  LargeBody,
  ListOf,
  MalformedBody,
  ObjectOf,
  ProblemsException,
  Produces,
  Public,
  resourcePath,
  SecretDigits,
  Text,
  type Authenticator,
  type IdempotencyLedger,
  type KeptResponse,
  type LedgerEntry,
  type RequestContext,
  AccessGuard,
  Allows,
  Fields,
  FieldsOf,
  ItemsOf,
} from '../src/index.js';

class Address {
  @Text({ required: true, max: 10 }) line1!: string;
}
class Beneficiary {
  @Text({ required: true }) firstName!: string;
  @SecretDigits({ required: true, length: 9 }) ssn!: Secret;
  @ObjectOf(() => Address) address?: Address;
}
class ThingDto {
  @Text({ required: true, max: 16 }) name!: string;
  @Code(['S', 'O']) relationship?: string;
  @Bool() flag?: boolean;
  @DecimalString({ min: '0', max: '100', decimals: 2 }) share?: string;
  @IsoTimestamp() at?: string;
  @ListOf(() => Beneficiary) people?: readonly Beneficiary[];
  @Text({ max: 20_000_000 }) data?: string;
}
class FoundResponse {
  @Text() id!: string;
}
class AnyResponse {
  readonly [name: string]: unknown;
}
class ThingQuery {
  @Text({ alias: 'subcategory' }) subCategoryName?: string;
  @Bool() openOnly?: boolean;
}
class Weight {
  @Identifier({ required: true }) ticker!: string;
}

/** Controls when `/things/slow` responds. */
export const slow = {
  finish: (): void => undefined,
  started: (): void => undefined,
};

class NoGuard {
  canActivate(): boolean {
    return false;
  }
}

class OpenGuard extends AccessGuard {
  protected check(): void {
    // open to all
  }
}

/** Streams started by `GET /things/stream`. */
export const begunStreams: EventStreamBody[] = [];

@Controller('things')
@UseGuards(OpenGuard)
class ThingController {
  @Post()
  @Allows({ roles: ['client'] })
  @Describes('Create a thing')
  create(@Body() body: ThingDto, @Context() context: RequestContext): Response {
    const { name } = body;
    if (name === 'boom') throw new Error('the secret is 123');
    return Response.created(resourcePath`/things/${name}`, {
      revision: 0,
      position: BigInt(context.commandId.length),
    });
  }

  @Get('stream')
  @Produces(EVENT_STREAM)
  stream(): Response {
    const body = new EventStreamBody();
    begunStreams.push(body);
    return Response.stream(body, EVENT_STREAM);
  }

  @Post('echo')
  @Allows({ roles: ['client'] })
  @Describes('Echo', { shape: AnyResponse })
  @LargeBody()
  async echo(
    @Context() context: RequestContext,
    @Body() body: ThingDto,
  ): Promise<Response<AnyResponse>> {
    await context.begin?.();
    const shown: object = Object.assign({}, body, { data: body.data?.length });
    return Response.ok(shown as AnyResponse);
  }

  @Post('lenient')
  @Allows({ roles: ['client'] })
  @Describes('Rules and fields')
  lenient(@Body(FieldsOf(ThingDto)) { value, problems }: Fields<ThingDto>): Response {
    const rules =
      value.share === '13' ? [ruleProblem('unlucky.rule', 'It must not be 13.', 'share')] : [];
    if (problems.length + rules.length > 0)
      throw new ProblemsException(400, [...problems, ...rules]);
    return Response.ok();
  }

  @Put('list')
  @Allows({ roles: ['client'] })
  @Describes('A list', { shape: Weight, list: true })
  list(@Body(ItemsOf(Weight)) weights: readonly Weight[]): Response<readonly Weight[]> {
    return Response.ok(weights);
  }

  @Get('query')
  @Allows({ roles: ['client'] })
  @Describes('Echo of the query', { shape: ThingQuery })
  query(@Query() query: ThingQuery): Response<ThingQuery> {
    return Response.ok(query);
  }

  @Get('context/:id')
  @Allows({ roles: ['client'] })
  @Describes('Context of the request', { shape: AnyResponse })
  context(@Context() context: RequestContext): Response<AnyResponse> {
    return Response.ok({ ...context.command });
  }

  @Get('consistency')
  consistency(@Context() { present }: RequestContext): object {
    return { consistency: present?.toString() ?? null };
  }

  @Get('text')
  @Produces('text/plain')
  text(): Response {
    return Response.raw('PASSED', 'text/plain; charset=utf-8');
  }

  @Get('open')
  @Allows({ roles: ['client'] })
  @Describes('Open to all', { shape: AnyResponse })
  @Public()
  open(): Response<AnyResponse> {
    return Response.ok({ open: true });
  }

  @Get('guarded')
  @UseGuards(NoGuard)
  guarded(): object {
    return {};
  }

  @Get('refused/:kind')
  @Allows({ roles: ['client'] })
  @Describes('A refusal')
  refused(@Param('kind') kind: string): Response {
    throwIfRefused(
      kind === 'conflict'
        ? conflict('moved on')
        : refuse(ruleProblem('some.rule'), ruleProblem('other.rule')),
    );
    return Response.ok();
  }

  @Get('away')
  away(): never {
    throw Object.assign(new Error('mongodb://user:pw@host'), { name: 'StoreUnavailableError' });
  }

  @Get('slow')
  slow(): Promise<object> {
    slow.started();
    return new Promise((resolve) => (slow.finish = () => resolve({ slow: true })));
  }

  @Post('slow')
  slowPost(): Promise<object> {
    return this.slow();
  }

  @Put('associated')
  @Allows({ roles: ['client'] })
  @Describes('Nothing')
  @ChecksAssociatedMember()
  associated(): Response {
    return Response.updated(undefined);
  }

  @Put('verify')
  @AllowUnknownMember()
  @MalformedBody({
    type: 'VALIDATION_RULE',
    errorCode: 'banklink.null.restbanklink.internal.error',
  })
  verify(@Body() body: unknown): Response<object> {
    return Response.updated(undefined, {
      body: { bytes: (body as { readonly rawBody: Buffer }).rawBody.length },
    });
  }

  @Get(':id')
  @Allows({ roles: ['client'] })
  @Describes('Get a thing', { shape: FoundResponse })
  get(@Param('id') id: string): Response<FoundResponse> {
    return Response.ok({ id }, { revision: 7 });
  }

  @Put(':id')
  put(@Param('id') id: string, @Context() { ifMatch }: RequestContext): Response {
    return Response.updated(
      {
        revision: Number(ifMatch ?? 1),
        position: 99n,
      },
      { path: resourcePath`/things/${id}` },
    );
  }

  @Delete(':id')
  delete(): Response {
    return Response.empty({ revision: 2, position: 100n });
  }
}

@Module({ controllers: [ThingController] })
export class SampleModule {}

export const caller: Caller = {
  kind: 'api-client',
  id: 'key-1',
  roles: ['client'],
  firmId: '42',
  member: 'advisor',
  memberKnown: true,
  entitlements: [],
  signedAt: '2026-01-02T03:04:05.000Z',
};
export const authenticator: Authenticator = {
  authenticate({ headers, rawBody }): Caller | Problem | Promise<Caller> {
    switch (headers.authorization) {
      case 'ok':
        return caller;
      case 'md5': {
        const digest = createHash('md5').update(rawBody).digest('hex');
        return digest === headers['x-digest'] ? caller : { type: 'UNAUTHENTICATED' };
      }
      case 'other':
        return Promise.resolve({ ...caller, id: 'key-2' });
      case 'stranger':
        return { ...caller, memberKnown: false };
      case 'nobodys':
        return { ...caller, associated: 'unknown' };
      case 'operator':
        return { ...caller, kind: 'token', roles: ['operator'] };
      default:
        return { type: 'UNAUTHENTICATED', message: 'Credentials are missing or wrong.' };
    }
  },
  stillAdmits: () => true,
};
const keys = new Map<string, { print: string; answer?: KeptResponse }>();
export const ledger: IdempotencyLedger = {
  find(keyId, print): Promise<LedgerEntry> {
    const known = keys.get(keyId);
    if (known === undefined) return Promise.resolve({ use: 'none' });
    if (known.print !== print) return Promise.resolve({ use: 'other' });
    const { answer } = known;
    return Promise.resolve(answer === undefined ? { use: 'begun' } : { use: 'decided', answer });
  },
  async begin({ keyId, print }, joins) {
    const entry = await this.find(keyId, print);
    if (entry.use === 'none') keys.set(keyId, { print });
    return entry.use === 'begun' && joins ? { use: 'none' } : entry;
  },
  async keep({ keyId, print }, answer) {
    const entry = await this.find(keyId, print);
    if (entry.use === 'other' || entry.use === 'decided') return entry;
    keys.set(keyId, { print, answer });
    return { use: 'none' };
  },
  free: ({ keyId }) => Promise.resolve(void keys.delete(keyId)),
  commandId: (keyId) => keyId,
};
