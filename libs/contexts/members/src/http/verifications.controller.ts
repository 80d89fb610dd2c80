import { Controller, Get, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Response,
  Context,
  Describes,
  Produces,
  RefusedException,
  type RequestContext,
  resourcePath,
  type RowRequest,
} from '#libs/platform/http';
import { isLoginId, notFound } from '#libs/platform/kernel';
import { BackOfficeRow, ForRoles } from '#libs/platform/service';
import { OwnProfiles, requireMember } from '../access.js';
import { firmOf } from '../acting-persons.js';
import { ChangeMemberCommand } from '../use-cases/change-member.js';
import { IdentityResultDto } from './index.js';

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
  @Describes('Get the status of the identity check', { type: TEXT })
  async status(@Context() context: RequestContext, @Param('loginid') loginId: string) {
    const { cipStatus, revision } = await this.profiles.member(context, loginId);
    return Response.raw(cipStatus, TEXT, { revision });
  }

  /** Changes nothing unless the check has failed. */
  @Post('restapi/members/:loginid/verifications')
  @ForRoles('client')
  @Describes('Repeat the identity check', { status: 200 })
  async resubmit(@Context() context: RequestContext, @Param('loginid') loginId: string) {
    if (!isLoginId(loginId)) throw new RefusedException(notFound());
    const firmId = firmOf(context.caller);
    await this.profiles.check(context, loginId);
    const change = { type: 'RequestIdentityCheck', firmId } as const;
    const outcome = await this.commands.execute(
      new ChangeMemberCommand({ loginId, change }, context),
    );
    return Response.updated(outcome, {
      path: resourcePath`/restapi/members/${loginId}/verifications`,
    });
  }

  @BackOfficeRow('members/:loginid/verification', {
    summary: 'Record the result of an identity check',
    body: IdentityResultDto,
    partition: ({ loginid }) => `member ${loginid}`,
  })
  async record({
    params: { loginid: loginId },
    body,
    context,
  }: RowRequest<IdentityResultDto, 'loginid'>) {
    if (!isLoginId(loginId)) throw new RefusedException(notFound());
    const { cipStatus: result } = await body.of(() => requireMember(this.aggregates, loginId));
    const change = { type: 'RecordIdentityResult', result } as const;
    const outcome = await this.commands.execute(
      new ChangeMemberCommand({ loginId, change }, context),
    );
    return Response.updated(outcome);
  }
}
