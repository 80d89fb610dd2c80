import { Controller, Param, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type AccountView, allowedOn, OnAccount, TheAccount } from '#libs/contexts/accounts';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Allows,
  AllowUnknownMember,
  Answer,
  type Body,
  Context,
  Describes,
  LenientBody,
  MalformedBody,
  type RequestContext,
  requireValid,
  throwIfProblems,
} from '#libs/platform/http';
import { bankLinkRules, unreadable } from '../domain/bank-link-rules.js';
import { verificationFailure } from '../domain/verification.js';
import {
  BankLinkVerificationAnswer,
  VerifyMicroDepositsDto,
  VerifyOwnerDto,
} from './bank-link.dto.js';
import { requireBankLink } from '../bank-link-facts.js';
import { VerifyMicroDepositsCommand } from '../use-cases/verify-micro-deposits.js';
import { VerifyOwnerCommand } from '../use-cases/verify-owner.js';

/** Routes to verify a bank link ([bank-link.verify], [bank-link.owner-verification]). */
@Controller('restapi/accounts/:accountnumber/verify')
export class VerificationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
  ) {}

  /** Ten error codes replace 403 and 404; only the first failing check is reported ([bank-link.verify]). */
  @Put('microdeposits/:banklinkoid')
  @Allows(allowedOn('moveMoney'))
  @AllowUnknownMember()
  @MalformedBody(unreadable)
  @Describes('Verify a micro-deposit bank link', {
    shape: BankLinkVerificationAnswer,
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
    @LenientBody(VerifyMicroDepositsDto) { value, problems }: Body<VerifyMicroDepositsDto>,
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
      ? Answer.failed([failure], outcome)
      : Answer.updated(outcome, { body: { bankLinkOid, verifyStatus: true } });
  }

  /** Verifies the link without micro-deposits ([bank-link.owner-verification]). */
  @Post(':banklinkoid/ownerverification')
  @OnAccount('moveMoney')
  @Describes('Verify a bank link as its owner', {
    shape: BankLinkVerificationAnswer,
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
    @LenientBody(VerifyOwnerDto) body: Body<VerifyOwnerDto>,
  ) {
    const { accountNumber } = account;
    await requireBankLink(this.aggregates, accountNumber, bankLinkOid);
    const request = { account, accountNumber, bankLinkOid, input: requireValid(body), by: context };
    const command = new VerifyOwnerCommand(request, context);
    const outcome = await this.commands.execute(command);
    return Answer.updated(outcome, { body: { bankLinkOid, verifyStatus: true } });
  }
}
