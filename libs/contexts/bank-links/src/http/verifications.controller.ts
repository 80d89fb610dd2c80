import { Controller, Inject, Param, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  type AccountView,
  allowedOn,
  OnAccount,
  restrictionProblem,
  TheAccount,
} from '#libs/contexts/accounts';
import { ActingPersons } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Allows,
  AllowUnknownMember,
  Answer,
  type Body,
  commandMetadata,
  Context,
  Describes,
  LenientBody,
  MalformedBody,
  type RequestContext,
  throwIfProblems,
  throwIfRefused,
} from '#libs/platform/http';
import { carryOut, type Platform, PLATFORM } from '#libs/platform/service';
import { BankLinkFacts } from '../bank-link-facts.js';
import { unreadable } from '../domain/bank-link.rules.js';
import { bankLink } from '../domain/bank-link.js';
import { bodyFailure, verificationFailure } from '../domain/verification.js';
import {
  BankLinkVerificationDto,
  VerifyMicroDepositsDto,
  VerifyOwnerDto,
} from './bank-link.dto.js';
import { MicroDepositAmounts } from '../micro-deposit-amounts.js';
import { requireBankLink } from '../require-bank-link.js';
import { bankLinkRules } from '../domain/bank-link-rules.js';
import { VerifyMicroDepositsCommand } from '../use-cases/verify-micro-deposits.js';

/** Both ways to verify a bank link ([bank-link.verify], [bank-link.owner-verification]). */
@Controller('restapi/accounts/:accountnumber/verify')
export class VerificationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
    private readonly facts: BankLinkFacts,
    private readonly amounts: MicroDepositAmounts,
    private readonly persons: ActingPersons,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  /** [bank-link.verify]: its ten codes take the place of 403 and 404, and only the first failing check is reported. */
  @Put('microdeposits/:banklinkoid')
  @Allows(allowedOn('moveMoney'))
  @AllowUnknownMember()
  @MalformedBody(unreadable)
  @Describes('Verify a micro-deposit bank link', {
    shape: BankLinkVerificationDto,
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
  ): Promise<Answer> {
    const failure = bodyFailure(value, bankLinkOid, problems);
    if (failure) throwIfProblems([failure]);
    const { ownerLoginId = '', md1 = '', md2 = '' } = value;
    const command = {
      type: 'VerifyMicroDeposits',
      accountNumber,
      ownerLoginId,
      amountsKey: this.amounts.key(bankLinkOid, [md1, md2]),
      attempts: this.platform.config.microDepositAttempts,
      expectedRevision: context.ifMatch,
      facts: await this.facts.verification(accountNumber, ownerLoginId, context.caller),
    } as const;
    const outcome = throwIfRefused(
      await this.commands.execute(
        new VerifyMicroDepositsCommand(bankLinkOid, command, commandMetadata(context)),
      ),
    );
    const counted = verificationFailure(outcome.events);
    return counted
      ? Answer.failed([counted], outcome)
      : Answer.updated(outcome, { body: { bankLinkOid, verifyStatus: true } });
  }

  /** Owner verification ([bank-link.owner-verification]): the link is verified without micro-deposits. */
  @Post(':banklinkoid/ownerverification')
  @OnAccount('moveMoney')
  @Describes('Verify a bank link as its owner', {
    shape: BankLinkVerificationDto,
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
    @LenientBody(VerifyOwnerDto) { value: input, problems }: Body<VerifyOwnerDto>,
  ): Promise<Answer> {
    const { accountNumber } = account;
    await requireBankLink(this.aggregates, accountNumber, bankLinkOid);
    const restriction = restrictionProblem(account, 'bankLink');
    const [owner, mayVouch] = await Promise.all([
      this.facts.owner(account, input.ownerLoginId),
      this.#mayVouch(context, input.ownerLoginId),
    ]);
    const facts = { ...owner, mayVouch, restriction };
    const outcome = await carryOut(this.commands, context, bankLink, bankLinkOid, {
      type: 'VerifyOwner',
      accountNumber,
      bankLinkOid,
      input,
      problems,
      facts,
    });
    return Answer.updated(outcome, { body: { bankLinkOid, verifyStatus: true } });
  }

  /** An owner for themselves; a firm with the entitlement `ownerVerification` by its API client, without an acting member. */
  async #mayVouch(context: RequestContext, ownerLoginId: string | undefined): Promise<boolean> {
    const { member, entitlements } = context.caller;
    if (member !== undefined && member === ownerLoginId) return true;
    return entitlements.includes('ownerVerification') && this.persons.isFirmItself(context);
  }
}
