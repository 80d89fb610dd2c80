import { Body, Controller, Param, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type AccountView, allowedOn, OnAccount, TheAccount } from '#libs/contexts/accounts';
import {
  Allows,
  AllowUnknownMember,
  Response,
  Context,
  Describes,
  Fields,
  FieldsOf,
  MalformedBody,
  type RequestContext,
  throwIfProblems,
} from '#libs/platform/http';
import { bankLinkRules, unreadable } from '../domain/bank-link-rules.js';
import { verificationFailure } from '../domain/verification.js';
import {
  BankLinkVerificationResponse,
  VerifyMicroDepositsDto,
  VerifyOwnerDto,
} from './bank-link.dto.js';
import { VerifyMicroDepositsCommand } from '../use-cases/verify-micro-deposits.js';
import { VerifyOwnerCommand } from '../use-cases/verify-owner.js';
import { OnBankLink } from '../bank-link.guard.js';

/** Routes to verify a bank link ([bank-link.verify], [bank-link.owner-verification]). */
@Controller('restapi/accounts/:accountnumber/verify')
export class VerificationsController {
  constructor(private readonly commands: CommandBus) {}

  /** Ten error codes replace 403 and 404; only the first failing check is reported ([bank-link.verify]). */
  @Put('microdeposits/:banklinkoid')
  @Allows(allowedOn('moveMoney'))
  @AllowUnknownMember()
  // no guard: the right is one of its ten checks, which have an order of their own
  @MalformedBody(unreadable)
  @Describes('Verify a micro-deposit bank link', {
    shape: BankLinkVerificationResponse,
    errors: bankLinkRules.of(
      'banklink.amounts.dry.run.rule',
      'banklink.api.user.needs.money.mover.or.better.permissions.for.account',
      'banklink.api.user.not.found.internal.error',
      'banklink.final.verification.failure.no.more.attempts',
      'banklink.invalid.operation.should.be.delete.verify_md.or.verify_own',
      'banklink.loginid.provide.not.account.owner',
      'banklink.no.member.found.for.loginid',
      'banklink.not.owned.by.account',
      'banklink.null.restbanklink.internal.error',
      'banklink.verification.failed.microdeposits.due.to.incorrect.microdeposit.amounts',
      'banklink.verification.in.process.rule',
      'banklink.verification.limit.rule',
    ),
  })
  async verify(
    @Param('accountnumber') accountNumber: string,
    @Param('banklinkoid') bankLinkOid: string,
    @Context() context: RequestContext,
    @Body(FieldsOf(VerifyMicroDepositsDto)) { value, problems }: Fields<VerifyMicroDepositsDto>,
  ) {
    // `op` is checked after the other fields and the ids; missing, not a string and wrong are the same error
    throwIfProblems(problems.filter(({ field }) => field !== 'op').slice(0, 1));
    const { md1, md2, ...input } = value;
    const { caller } = context;
    const amounts = [md1, md2] as const;
    const request = { accountNumber, bankLinkOid, input, amounts, caller };
    const command = new VerifyMicroDepositsCommand(request, context);
    const outcome = await this.commands.execute(command);
    const failure = verificationFailure(outcome.events);
    return failure
      ? Response.failed([failure], outcome)
      : Response.updated(outcome, { body: { bankLinkOid, verifyStatus: true } });
  }

  /** Verifies the link without micro-deposits ([bank-link.owner-verification]). */
  @Post(':banklinkoid/ownerverification')
  @OnAccount('moveMoney')
  @OnBankLink()
  @Describes('Verify a bank link as its owner', {
    shape: BankLinkVerificationResponse,
    status: 200,
    errors: bankLinkRules.of(
      'banklink.final.verification.failure.no.more.attempts',
      'banklink.invalid.operation.should.be.delete.verify_md.or.verify_own',
      'banklink.loginid.provide.not.account.owner',
      'banklink.no.member.found.for.loginid',
      'banklink.owner.verification.by.owner.rule',
    ),
  })
  async verifyOwner(
    @Param('banklinkoid') bankLinkOid: string,
    @Context() context: RequestContext,
    @TheAccount() account: AccountView,
    @Body() input: VerifyOwnerDto,
  ) {
    const { accountNumber } = account;
    const request = { account, accountNumber, bankLinkOid, input, by: context };
    const command = new VerifyOwnerCommand(request, context);
    const outcome = await this.commands.execute(command);
    return Response.updated(outcome, { body: { bankLinkOid, verifyStatus: true } });
  }
}
