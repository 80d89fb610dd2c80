import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  Context,
  Describes,
  Fields,
  FieldsOf,
  listAnswer,
  MAX_PAGE_SIZE,
  PageQuery,
  type RequestContext,
  resourcePath,
  Response,
  ForRoles,
} from '#libs/platform/http';
import { defined, notFound, omit, throwIfRefused, wireTimestamp } from '#libs/platform/kernel';
import { ErasedPerson, EraseDto, ErasureResponse } from './erasure.dto.js';
import { type Person, Retention } from './erasure.facts.js';
import { ErasePersonCommand } from './erasure.handlers.js';
import { Certificates } from './erasure.queries.js';
import { BlankedReadModels, CertifyErasures } from './erasure.reactions.js';
import { erasureRules, holdProblems } from './hold.js';

/** Erasure of personal data, with evidence. */
@Controller('operator')
export class ErasureController {
  constructor(
    private readonly commands: CommandBus,
    private readonly retention: Retention,
    private readonly certifying: CertifyErasures,
    private readonly certificates: Certificates,
    private readonly blanked: BlankedReadModels,
  ) {}

  /** In order of erasure. */
  @Get('erasures')
  @ForRoles('operator', 'auditor')
  @Describes('List erasures', { shape: ErasedPerson, list: true, pages: MAX_PAGE_SIZE })
  list(@Query() query: PageQuery) {
    return listAnswer(query, {
      page: ({ limit, after }) => this.certificates.page(limit, after),
      defaultLimit: MAX_PAGE_SIZE,
    });
  }

  @Get('members/:loginid/erasure')
  @ForRoles('operator', 'auditor')
  @Describes('Get the erasure status of a member or trustee', { shape: ErasureResponse })
  async get(@Param('loginid') loginId: string, @Context() { receivedAt }: RequestContext) {
    const person = await this.#person(loginId);
    const certificate = await this.certificates.of(loginId);
    const erasure = certificate === undefined ? null : omit(certificate, 'loginId');
    const hold = await this.retention.hold(person);
    const free = holdProblems(hold, receivedAt).length === 0;
    return Response.ok({
      loginId,
      status: erasure ? (erasure.certified ? 'erased' : 'erasing') : free ? 'erasable' : 'held',
      ...hold,
      heldUntil: wireTimestamp(hold.heldUntil),
      erasure,
      waitingFor: erasure && !erasure.certified ? await this.#waitingFor(loginId) : [],
    });
  }

  /** @throws RefusedException 404 */
  async #person(loginId: string): Promise<Person> {
    return throwIfRefused((await this.retention.person(loginId)) ?? notFound());
  }

  async #waitingFor(loginId: string): Promise<readonly string[]> {
    const event = await this.certifying.eventOf(loginId);
    return event ? this.blanked.waitingFor(event.position) : [];
  }

  /** Destroys the key of a member or trustee. The certificate may follow later, once the read models are blank. */
  @Post('members/:loginid/erasure')
  @ForRoles('operator')
  @Describes('Erase the personal data of a member or trustee', {
    errors: erasureRules.of(
      'member.erasure.retention.rule',
      'member.erasure.positions.rule',
      'member.erasure.transactions.rule',
    ),
  })
  async erase(
    @Param('loginid') loginId: string,
    @Context() context: RequestContext,
    @Body(FieldsOf(EraseDto, { optional: true })) body: Fields<EraseDto>,
  ) {
    const { reason } = await body.of(() => this.#person(loginId));
    const command = new ErasePersonCommand(defined({ loginId, reason }), context);
    const written = await this.commands.execute(command);
    return Response.created(resourcePath`/operator/members/${loginId}/erasure`, written);
  }
}
