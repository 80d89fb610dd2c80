import { Controller, Get, Param, Post, Put } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AggregateStore, dataOf } from '#libs/platform/event-store';
import {
  Answer,
  type Body,
  commandMetadata,
  Context,
  Describes,
  LenientBody,
  LenientQuery,
  RefusedException,
  type RequestContext,
  resourcePath,
  throwIfRefused,
} from '#libs/platform/http';
import { isLoginId, notFound } from '#libs/platform/kernel';
import { DocumentById, ForRoles } from '#libs/platform/service';
import { firmOf, formOf, OwnProfiles, TaxIds, visible } from '../access.js';
import { ActingPersons } from '../acting-persons.js';
import { CreateMemberCommand, LenientCommand } from '../commands/index.js';
import { memberDocuments, memberView } from '../documents/index.js';
import { memberDecider, ofUpdate } from '../domain/index.js';
import { CreateMemberDto, CreateMemberQuery, MemberAnswer, UpdateMemberDto } from '../dto/index.js';
import { memberRules } from '../rule-codes.js';

/** Members (specification, "Member"; decisions §4). */
@Controller('restapi/members')
export class MembersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly taxIds: TaxIds,
    private readonly profiles: OwnProfiles,
    private readonly persons: ActingPersons,
    private readonly aggregates: AggregateStore,
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
      primaryAddress: {
        line1: '350 Fifth Avenue',
        city: 'New York',
        state: 'NY',
        zipcode: '10118',
        country: 'US',
      },
    },
    errors: memberRules(
      'member.legal.age.state.rule',
      'member.primary.address.cannot.be.po.box',
      'member.riskwise.rule',
      'member.tenpct.security.rule',
      'member.unique.login.id',
    ),
  })
  async create(
    @Context() context: RequestContext,
    @LenientQuery(CreateMemberQuery) query: Body<CreateMemberQuery>,
    @LenientBody(CreateMemberDto) body: Body<CreateMemberDto>,
  ): Promise<Answer> {
    const firmId = await this.persons.openingFirm(context);
    const outcome = throwIfRefused(
      await this.commands.execute(
        new CreateMemberCommand(
          { value: body.value, problems: [...query.problems, ...body.problems] },
          { firmId, member: context.caller.member },
          query.value.asynchronousSSNValidation ?? false,
          commandMetadata(context),
        ),
      ),
    );
    const { loginId } = dataOf(outcome, 'member.MemberCreated');
    return Answer.created(resourcePath`/restapi/members/${loginId}`, outcome);
  }

  /** Endpoint 10. */
  @Get(':loginid')
  @ForRoles('client', 'auditor')
  @Describes('Get a member', { shape: MemberAnswer })
  async get(
    @Context() context: RequestContext,
    @Param('loginid') loginId: string,
  ): Promise<Answer> {
    const { caller, consistency } = context;
    if (!isLoginId(loginId)) throw new RefusedException(notFound());
    await this.profiles.check(context, loginId);
    const found = await this.queries.execute(
      new DocumentById(memberDocuments, loginId, consistency),
    );
    const member = visible(caller, found, found?.firmId);
    const { firmId, tid, revision } = member;
    const whole = await this.taxIds.whole(context, firmId, tid, `member:${member.loginId}`);
    return Answer.ok(memberView(member, whole), { revision, form: formOf(member, whole) });
  }

  @Put(':loginid')
  @ForRoles('client')
  @Describes('Update a member', {
    request: {
      email1: 'jane@example.com',
      dayTelephone: '212-555-0143',
      employerName: 'Acme Inc.',
    },
    errors: memberRules(
      'member.legal.age.state.rule',
      'member.primary.address.cannot.be.po.box',
      'member.tenpct.security.rule',
    ),
  })
  async update(
    @Context() context: RequestContext,
    @Param('loginid') loginId: string,
    @LenientBody(UpdateMemberDto) { value: changes, problems }: Body<UpdateMemberDto>,
  ): Promise<Answer> {
    if (!isLoginId(loginId)) throw new RefusedException(notFound());
    const firmId = firmOf(context.caller);
    await this.profiles.check(context, loginId);
    // Before If-Match is looked at: its 412 would tell that another firm has a member of this id.
    const { state } = await this.aggregates.load(memberDecider, loginId);
    if (state.member?.firmOid !== firmId) throw new RefusedException(notFound());
    const outcome = throwIfRefused(
      await this.commands.execute(
        new LenientCommand(
          memberDecider,
          loginId,
          { type: 'UpdateMember', firmId, loginId, changes },
          problems.map(ofUpdate),
          commandMetadata(context),
          { expectedRevision: context.ifMatch },
        ),
      ),
    );
    return Answer.updated(outcome, { path: resourcePath`/restapi/members/${loginId}` });
  }
}
