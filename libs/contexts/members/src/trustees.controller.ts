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
import { isLoginId, notFound, RefusedException } from '#libs/platform/kernel';
import { type FindOptions, ReadModels } from '#libs/platform/read-models';
import { trusteeDocuments } from './member.document.js';
import { CreateTrusteeDto, toTrusteeResponse, TrusteeResponse } from './member.dto.js';
import { ActingPersons, firmOf } from './member.facts.js';
import { formOf, OwnProfiles, TaxIds, visible } from './member.guard.js';
import { CreateTrusteeCommand } from './member.handlers.js';
import { memberRules } from './person.js';

/** Trustees of corporate accounts ([trustee.create]). */
@Controller('restapi/trustees')
export class TrusteesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly readModels: ReadModels,
    private readonly taxIds: TaxIds,
    private readonly profiles: OwnProfiles,
    private readonly persons: ActingPersons,
  ) {}

  @Post()
  @ForRoles('client')
  @Describes('Create a trustee', {
    request: {
      loginId: 'tess.fox',
      firstName: 'Tess',
      lastName: 'Fox',
      dateOfBirth: '1970-01-31',
      email1: 'tess@example.com',
    },
    errors: memberRules.of(
      'member.legal.age.state.rule',
      'member.primary.address.cannot.be.po.box',
      'member.unique.login.id',
    ),
  })
  async create(
    @Context() context: RequestContext,
    @Body(FieldsOf(CreateTrusteeDto)) body: Fields<CreateTrusteeDto>,
  ) {
    const firmId = await this.persons.recruitingFirm(context);
    const trustee = body.with();
    const outcome = await this.commands.execute(
      new CreateTrusteeCommand({ firmId, trustee }, context),
    );
    return Response.created(resourcePath`/restapi/trustees/${trustee.loginId}`, outcome);
  }

  /** The trustees of the caller's firm; for a person only that person and those the person created; for an auditor those of all firms. */
  @Get()
  @ForRoles('client', 'auditor')
  @Describes('List trustees', { shape: TrusteeResponse, list: true, pages: MAX_PAGE_SIZE })
  async list(@Context() context: RequestContext, @Query() query: PageQuery) {
    const selection = this.#selection(context);
    return listAnswer(query, {
      page: this.readModels.of(trusteeDocuments).pages(selection, context.consistency),
      showAll: (trustees) =>
        Promise.all(
          trustees.map(async (one) =>
            toTrusteeResponse(one, await this.taxIds.ofPerson(context, one)),
          ),
        ),
      defaultLimit: MAX_PAGE_SIZE,
    });
  }

  @Get(':loginid')
  @ForRoles('client', 'auditor')
  @Describes('Get a trustee', { shape: TrusteeResponse })
  async get(@Context() context: RequestContext, @Param('loginid') loginId: string) {
    if (!isLoginId(loginId)) throw new RefusedException(notFound());
    const { caller, consistency } = context;
    const found = await this.readModels.of(trusteeDocuments).shown(loginId, consistency);
    const trustee = visible(caller, found, found?.firmId);
    this.profiles.checkOneOf(context, ...trustee.readers);
    const whole = await this.taxIds.ofPerson(context, trustee);
    const { revision } = trustee;
    return Response.ok(toTrusteeResponse(trustee, whole), {
      revision,
      form: formOf(trustee, whole),
    });
  }

  #selection(context: RequestContext): Pick<FindOptions, 'index' | 'equals'> {
    const { caller } = context;
    const person = this.persons.person(context);
    return person === undefined
      ? { index: 'byFirm', equals: caller.roles.includes('auditor') ? [] : [firmOf(caller)] }
      : { index: 'byReader', equals: [firmOf(caller), person] };
  }
}
