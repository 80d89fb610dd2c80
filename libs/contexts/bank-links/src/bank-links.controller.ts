import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  type AccountView,
  allowedOn,
  OnAccount,
  OnClosedToo,
  TheAccount,
} from '#libs/contexts/accounts';
import { dataOf } from '#libs/platform/event-store';
import {
  Allows,
  AllowUnknownMember,
  Context,
  Describes,
  Fields,
  FieldsOf,
  listAnswer,
  MalformedBody,
  PageQuery,
  type RequestContext,
  resourcePath,
  Response,
  ForRoles,
} from '#libs/platform/http';
import { throwIfProblems } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { type BankLinkDocument, bankLinkDocuments, BankLinkIndex } from './bank-link.document.js';
import {
  BankLinkResponse,
  bankLinkRevision,
  BankLinkVerificationResponse,
  CancelBankLinkDto,
  CreateBankLinkDto,
  MicroDepositsDto,
  toBankLinkResponse,
  VerifyMicroDepositsDto,
  VerifyOwnerDto,
} from './bank-link.dto.js';
import { OnBankLink, TheBankLink } from './bank-link.guard.js';
import {
  CancelBankLinkCommand,
  CreateBankLinkCommand,
  UnlockBankAccountCommand,
  VerifyMicroDepositsCommand,
  VerifyOwnerCommand,
} from './bank-link.handlers.js';
import { bankLinkRules, unreadable, verificationFailure } from './bank-link.js';
import { SentMicroDeposits } from './micro-deposits.ports.js';

/** Client routes for bank links ([bank-link.create], [bank-link.cancellation]). */
@Controller('restapi/accounts/:accountnumber/achbanklinks')
export class BankLinksController {
  constructor(
    private readonly commands: CommandBus,
    private readonly readModels: ReadModels,
  ) {}

  @Post()
  @OnAccount('moveMoney')
  @Describes('Link a bank account', {
    errors: bankLinkRules.of(
      'banklink.loginid.provide.not.account.owner',
      'banklink.microdeposits.per.day.rule',
      'banklink.no.member.found.for.loginid',
      'banklink.unique.bank.account.rule',
      'banklink.verification.limit.rule',
    ),
  })
  async create(
    @Context() context: RequestContext,
    @TheAccount() account: AccountView,
    @Body() body: CreateBankLinkDto,
  ) {
    const outcome = await this.commands.execute(
      new CreateBankLinkCommand({ account, input: body }, context),
    );
    const { accountNumber, bankLinkOid } = dataOf(outcome, 'bankLink.BankLinkCreated');
    const path = resourcePath`/restapi/accounts/${accountNumber}/achbanklinks/${bankLinkOid}`;
    return Response.created(path, outcome);
  }

  /** Includes cancelled links; oldest first. */
  @Get()
  @OnAccount('details')
  @Describes('List the bank links of an account', { shape: BankLinkResponse, list: true })
  async list(
    @Context() { consistency, now }: RequestContext,
    @TheAccount() { accountNumber }: AccountView,
    @Query() query: PageQuery,
  ) {
    const selection = { index: BankLinkIndex.Account, equals: [accountNumber] };
    const page = this.readModels.of(bankLinkDocuments).pages(selection, consistency);
    return listAnswer(query, { page, show: (link) => toBankLinkResponse(link, now) });
  }

  @Get(':banklinkoid')
  @OnAccount('details')
  @OnBankLink()
  @Describes('Get a bank link', { shape: BankLinkResponse })
  get(@Context() { now }: RequestContext, @TheBankLink() link: BankLinkDocument) {
    const form = link.nameOnAccount === undefined ? 'erased' : undefined;
    return Response.ok(toBankLinkResponse(link, now), {
      revision: bankLinkRevision(link, now),
      form,
    });
  }

  @Put(':banklinkoid')
  @OnAccount('moveMoney')
  @OnClosedToo()
  @OnBankLink()
  @Describes('Cancel a bank link', {
    errors: bankLinkRules.of(
      'banklink.no.member.found.for.loginid',
      'banklink.invalid.operation.should.be.delete.verify_md.or.verify_own',
      'banklink.loginid.provide.not.account.owner',
      'banklink.transactions.in.process.rule',
      'banklink.verification.in.process.rule',
    ),
  })
  async cancel(
    @Param('banklinkoid') bankLinkOid: string,
    @Context() context: RequestContext,
    @TheAccount() account: AccountView,
    @Body() input: CancelBankLinkDto,
  ) {
    const { accountNumber } = account;
    const request = { account, accountNumber, bankLinkOid, input };
    const command = new CancelBankLinkCommand(request, context);
    return Response.updated(await this.commands.execute(command));
  }
}

/** Amounts sent by the sandbox ACH network ([back-office.microdeposits]); other networks don't reveal them. */
@Controller('backoffice/accounts/:accountnumber/achbanklinks/:banklinkoid/microdeposits')
export class BackofficeMicroDepositsController {
  constructor(private readonly sent: SentMicroDeposits) {}

  @Get()
  @ForRoles('backoffice')
  @Describes('Get the micro-deposits of a bank link', { shape: MicroDepositsDto })
  async get(
    @Param('accountnumber') accountNumber: string,
    @Param('banklinkoid') oid: string,
    @Context() { past }: RequestContext,
  ) {
    return Response.ok({ amounts: await this.sent.amounts(accountNumber, oid, past?.asOf) });
  }
}

@Controller('operator/achbanklinks/:banklinkoid')
export class OperatorBankLinksController {
  constructor(private readonly commands: CommandBus) {}

  /** Forgets the wrong attempts at the bank account of a link, on all links of its owner to it. */
  @Post('unlock')
  @ForRoles('operator')
  @Describes('Allow the bank account of a link to be verified again', { status: 204 })
  async unlock(@Context() context: RequestContext, @Param('banklinkoid') bankLinkOid: string) {
    const command = new UnlockBankAccountCommand({ bankLinkOid }, context);
    return Response.empty(await this.commands.execute(command));
  }
}

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
    operationId: 'BankLinks_verify',
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
    operationId: 'BankLinks_verifyOwner',
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
