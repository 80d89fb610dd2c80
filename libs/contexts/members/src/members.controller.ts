import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Context,
  Describes,
  Fields,
  FieldsOf,
  listAnswer,
  MAX_PAGE_SIZE,
  Produces,
  type RequestContext,
  resourcePath,
  Response,
  type RowRequest,
  sortOf,
  type WantedPage,
  ForRoles,
} from '#libs/platform/http';
import {
  isLoginId,
  isPast,
  notFound,
  type ReadPoint,
  RefusedException,
} from '#libs/platform/kernel';
import { type FindOptions, hashedValue, ReadModels } from '#libs/platform/read-models';
import { Sealer } from '#libs/platform/runtime';
import { BackOfficeRow, DirectCommand } from '#libs/platform/service';
import { emailForm, type MemberDocument, memberDocuments } from './member.document.js';
import {
  CreateMemberDto,
  CreateMemberQuery,
  IdentityResultDto,
  memberFilter,
  MemberResponse,
  MembersQuery,
  toMemberResponse,
  UpdateMemberDto,
} from './member.dto.js';
import { ActingPersons, firmOf, requireMember } from './member.facts.js';
import { formOf, OwnProfiles, TaxIds } from './member.guard.js';
import { CreateMemberCommand } from './member.handlers.js';
import { memberDecider } from './member.js';
import { STREET_ADDRESS } from './person.dto.js';
import { memberRules } from './person.js';

/** Members ([member.get], [member.create], [member.update]). */
@Controller('restapi/members')
export class MembersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly readModels: ReadModels,
    private readonly taxIds: TaxIds,
    private readonly profiles: OwnProfiles,
    private readonly persons: ActingPersons,
    private readonly aggregates: AggregateStore,
    private readonly sealer: Sealer,
  ) {}

  @Post()
  @ForRoles('client')
  @Describes('Create a member', {
    request: {
      loginId: 'jane.doe',
      firstName: 'Jane',
      lastName: 'Doe',
      dateOfBirth: '1980-05-17',
      tid: '123456789',
      email1: 'jane@example.com',
      dayTelephone: '212-555-0142',
      citizenship: 'C',
      residenceCountry: 'US',
      primaryAddress: STREET_ADDRESS,
    },
    errors: memberRules.of(
      'member.legal.age.state.rule',
      'member.primary.address.cannot.be.po.box',
      'member.riskwise.rule',
      'member.tenpct.security.rule',
      'member.unique.login.id',
    ),
  })
  async create(
    @Context() context: RequestContext,
    @Query(FieldsOf(CreateMemberQuery)) query: Fields<CreateMemberQuery>,
    @Body(FieldsOf(CreateMemberDto)) body: Fields<CreateMemberDto>,
  ) {
    const firmId = await this.persons.recruitingFirm(context);
    const member = body.with();
    const caller = { firmId, member: context.caller.member };
    const { asynchronousSSNValidation: asynchronous = false } = query.value;
    const payload = { member, caller, asynchronous };
    const outcome = await this.commands.execute(new CreateMemberCommand(payload, context));
    const { loginId } = member;
    return Response.created(resourcePath`/restapi/members/${loginId}`, outcome);
  }

  /** The members of the caller's firm; for a person only the person and the person's clients; for an auditor those of all firms. */
  @Get()
  @ForRoles('client', 'auditor')
  @Describes('List members', { shape: MemberResponse, list: true, pages: MAX_PAGE_SIZE })
  async list(@Context() context: RequestContext, @Query() query: MembersQuery) {
    const { caller, consistency } = context;
    const isAuditor = caller.roles.includes('auditor');
    const person = isAuditor ? undefined : this.persons.person(context);
    const selection = this.#selection(query, isAuditor ? [] : [firmOf(caller)], consistency);
    const isWanted = memberFilter(query);
    return listAnswer(query, {
      page: this.readModels.of(memberDocuments).pages(selection, consistency),
      keep: (member: MemberDocument) =>
        isWanted(member) &&
        (person === undefined || [member.loginId, member.advisorLoginId].includes(person)),
      showAll: (members) =>
        Promise.all(
          members.map(async (one) =>
            toMemberResponse(one, await this.taxIds.ofPerson(context, one)),
          ),
        ),
      defaultLimit: MAX_PAGE_SIZE,
    });
  }

  /** [member.get] */
  @Get(':loginid')
  @ForRoles('client', 'auditor')
  @Describes('Get a member', { shape: MemberResponse })
  async get(@Context() context: RequestContext, @Param('loginid') loginId: string) {
    const member = await this.profiles.member(context, loginId);
    const { revision } = member;
    const whole = await this.taxIds.ofPerson(context, member);
    return Response.ok(toMemberResponse(member, whole), { revision, form: formOf(member, whole) });
  }

  @Put(':loginid')
  @ForRoles('client')
  @Describes('Update a member', {
    request: {
      email1: 'jane@example.com',
      dayTelephone: '212-555-0143',
      employerName: 'Acme Inc.',
    },
    errors: memberRules.of(
      'member.legal.age.state.rule',
      'member.primary.address.cannot.be.po.box',
      'member.tenpct.security.rule',
    ),
  })
  async update(
    @Context() context: RequestContext,
    @Param('loginid') loginId: string,
    @Body(FieldsOf(UpdateMemberDto)) body: Fields<UpdateMemberDto>,
  ) {
    if (!isLoginId(loginId)) throw new RefusedException(notFound());
    const firmId = firmOf(context.caller);
    await this.profiles.check(context, loginId);
    await requireMember(this.aggregates, loginId, firmId);
    const command = { type: 'UpdateMember', firmId, loginId, changes: body.with() } as const;
    const outcome = await this.commands.execute(
      new DirectCommand(memberDecider, loginId, command, context),
    );
    return Response.updated(outcome, { path: resourcePath`/restapi/members/${loginId}` });
  }

  /** The narrowest index for the query: by present e-mail address if one is given, else by login id prefix or all of the firm. */
  #selection(
    { email, loginId, sort }: MembersQuery,
    firms: readonly string[],
    point: ReadPoint | undefined,
  ): Omit<FindOptions, keyof WantedPage> {
    const { by, order } = sortOf(sort);
    if (by === 'name') return { index: 'byName', equals: firms, order };
    if (email !== undefined && !isPast(point)) {
      const hash = hashedValue(memberDocuments, 'emails', emailForm(email), this.sealer);
      return { index: 'byEmail', equals: [hash, ...firms], order };
    }
    const isBound = loginId !== undefined && firms.length > 0;
    const begins = isBound && { range: { from: loginId, to: `${loginId}\uffff` } };
    return { index: 'byFirm', equals: firms, order, ...begins };
  }
}

const TEXT = 'text/plain';

/** The identity check of a member ([member.verifications], [back-office.verification]). */
@Controller()
export class VerificationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly profiles: OwnProfiles,
    private readonly aggregates: AggregateStore,
  ) {}

  @Get('restapi/members/:loginid/verifications')
  @ForRoles('client', 'auditor')
  @Produces(TEXT)
  @Describes('Get the status of the identity check', {
    operationId: 'Members_identityCheck',
    type: TEXT,
  })
  async status(@Context() context: RequestContext, @Param('loginid') loginId: string) {
    const { cipStatus, revision } = await this.profiles.member(context, loginId);
    return Response.raw(cipStatus, TEXT, { revision });
  }

  /** Changes nothing unless the check has failed. */
  @Post('restapi/members/:loginid/verifications')
  @ForRoles('client')
  @Describes('Repeat the identity check', {
    operationId: 'Members_repeatIdentityCheck',
    status: 200,
  })
  async resubmit(@Context() context: RequestContext, @Param('loginid') loginId: string) {
    if (!isLoginId(loginId)) throw new RefusedException(notFound());
    const firmId = firmOf(context.caller);
    await this.profiles.check(context, loginId);
    await requireMember(this.aggregates, loginId, firmId);
    const command = { type: 'RequestIdentityCheck', firmId } as const;
    const outcome = await this.commands.execute(
      new DirectCommand(memberDecider, loginId, command, context),
    );
    return Response.updated(outcome, {
      path: resourcePath`/restapi/members/${loginId}/verifications`,
    });
  }

  @BackOfficeRow('members/:loginid/verification', {
    summary: 'Record the result of an identity check',
    operationId: 'BackofficeMembers_recordIdentityCheck',
    body: IdentityResultDto,
    partition: ({ loginid }) => `member ${loginid}`,
  })
  async record({
    params: { loginid: loginId },
    body,
    context,
  }: RowRequest<IdentityResultDto, 'loginid'>) {
    if (!isLoginId(loginId)) throw new RefusedException(notFound());
    await requireMember(this.aggregates, loginId);
    const command = { type: 'RecordIdentityResult', result: body.with().cipStatus } as const;
    const direct = new DirectCommand(memberDecider, loginId, command, context);
    return Response.updated(await this.commands.execute(direct));
  }
}
