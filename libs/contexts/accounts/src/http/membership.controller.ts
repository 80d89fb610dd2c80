import { Body, Controller, Param, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { firmOf, memberDecider, memberRules } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Response,
  Context,
  Describes,
  Fields,
  FieldsOf,
  RefusedException,
  type RequestContext,
  resourcePath,
} from '#libs/platform/http';
import { forbidden, isLoginId, notFound } from '#libs/platform/kernel';
import { ForRoles } from '#libs/platform/service';
import { ChangeMembershipCommand } from '../use-cases/change-membership.js';
import { MembershipBody } from './access.dto.js';

/** A member's relationship with the firm ([member.membership]). It can't end while an account is open, so it is part of accounts. */
@Controller('restapi/members/:loginid/membership')
export class MembershipController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
  ) {}

  /** For the API client of the firm acting for itself. */
  @Put()
  @ForRoles('client')
  @Describes('End or resume the membership of a member', {
    request: { transState: 'RM' },
    errors: memberRules.of('member.membership.rule'),
  })
  async change(
    @Context() context: RequestContext,
    @Param('loginid') loginId: string,
    @Body(FieldsOf(MembershipBody)) body: Fields<MembershipBody>,
  ) {
    if (!isLoginId(loginId)) throw new RefusedException(notFound());
    const firmId = firmOf(context.caller);
    // before If-Match is checked: a 412 would reveal that another firm has a member with this id
    const { state } = await this.aggregates.load(memberDecider, loginId);
    if (state.member?.firmOid !== firmId) throw new RefusedException(notFound());
    if (context.caller.firmItself !== true) {
      const message = 'Only the API client of the firm may change memberships.';
      throw new RefusedException(forbidden(message));
    }
    const { transState } = body.with();
    const payload = { firmId, loginId, transState };
    const outcome = await this.commands.execute(new ChangeMembershipCommand(payload, context));
    return Response.updated(outcome, { path: resourcePath`/restapi/members/${loginId}` });
  }
}
