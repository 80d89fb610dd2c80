import { Controller, Param, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ActingPersons, firmOf, memberDecider, memberRules } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Answer,
  type Body,
  Context,
  Describes,
  LenientBody,
  RefusedException,
  type RequestContext,
  requireValid,
  resourcePath,
} from '#libs/platform/http';
import { forbidden, isLoginId, notFound } from '#libs/platform/kernel';
import { ForRoles } from '#libs/platform/service';
import { ChangeMembershipCommand } from '../use-cases/change-membership.js';
import { MembershipBody } from './access.dto.js';

/** The relationship of a member with the firm ([member.membership]): it can't end while an account is open, so accounts have it. */
@Controller('restapi/members/:loginid/membership')
export class MembershipController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
    private readonly persons: ActingPersons,
  ) {}

  /** For the API client of the firm acting for itself. */
  @Put()
  @ForRoles('client')
  @Describes('End the membership of a member, or begin it again', {
    request: { transState: 'RM' },
    errors: memberRules.of('member.membership.rule'),
  })
  async change(
    @Context() context: RequestContext,
    @Param('loginid') loginId: string,
    @LenientBody(MembershipBody) body: Body<MembershipBody>,
  ) {
    if (!isLoginId(loginId)) throw new RefusedException(notFound());
    const firmId = firmOf(context.caller);
    // Before If-Match is looked at: its 412 would tell that another firm has a member of this id.
    const { state } = await this.aggregates.load(memberDecider, loginId);
    if (state.member?.firmOid !== firmId) throw new RefusedException(notFound());
    if (!(await this.persons.isFirmItself(context))) {
      throw new RefusedException(forbidden('Only the API client of the firm changes memberships.'));
    }
    const { transState } = requireValid(body);
    const asked = { firmId, loginId, transState, present: context.present };
    const outcome = await this.commands.execute(new ChangeMembershipCommand(asked, context));
    return Answer.updated(outcome, { path: resourcePath`/restapi/members/${loginId}` });
  }
}
