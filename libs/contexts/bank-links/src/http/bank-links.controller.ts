import { Controller, Get, Param, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type AccountView, OnAccount, Shown, Shows, TheAccount } from '#libs/contexts/accounts';
import { AggregateStore, dataOf } from '#libs/platform/event-store';
import {
  Answer,
  type Body,
  Context,
  Describes,
  LenientBody,
  LenientQuery,
  listAnswer,
  PageQuery,
  RefusedException,
  type RequestContext,
  requireValid,
  resourcePath,
} from '#libs/platform/http';
import { isNumericOid, notFound } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { ForRoles } from '#libs/platform/service';
import { CancelBankLinkCommand } from '../use-cases/cancel-bank-link.js';
import { CreateBankLinkCommand } from '../use-cases/create-bank-link.js';
import {
  type BankLinkDocument,
  bankLinkDocuments,
  BankLinkIndex,
  bankLinkRevision,
  toBankLinkAnswer,
} from '../read-models/bank-link.document.js';
import {
  BankLinkAnswer,
  CancelBankLinkDto,
  CreateBankLinkDto,
  MicroDepositsDto,
} from './bank-link.dto.js';
import { requireBankLink } from '../bank-link-facts.js';
import { bankLinkRules } from '../domain/bank-link-rules.js';
import { SentMicroDeposits } from '../micro-deposits.js';
import { UnlockBankAccountCommand } from '../use-cases/unlock-bank-account.js';

/** Client routes for bank links ([bank-link.create], [bank-link.cancellation]). */
@Controller('restapi/accounts/:accountnumber/achbanklinks')
export class BankLinksController {
  constructor(
    private readonly commands: CommandBus,
    private readonly readModels: ReadModels,
    private readonly aggregates: AggregateStore,
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
    @LenientBody(CreateBankLinkDto) body: Body<CreateBankLinkDto>,
  ) {
    const outcome = await this.commands.execute(
      new CreateBankLinkCommand({ account, input: requireValid(body) }, context),
    );
    const { accountNumber, bankLinkOid } = dataOf(outcome, 'bankLink.BankLinkCreated');
    const path = resourcePath`/restapi/accounts/${accountNumber}/achbanklinks/${bankLinkOid}`;
    return Answer.created(path, outcome);
  }

  /** Includes cancelled links; oldest first. */
  @Get()
  @OnAccount('details')
  @Describes('List the bank links of an account', { shape: BankLinkAnswer, list: true })
  async list(
    @Context() { consistency, now }: RequestContext,
    @TheAccount() { accountNumber }: AccountView,
    @LenientQuery(PageQuery) query: Body<PageQuery>,
  ) {
    const selection = { index: BankLinkIndex.Account, equals: [accountNumber] };
    const page = this.readModels.of(bankLinkDocuments).pages(selection, consistency);
    return listAnswer(requireValid(query), { page, show: (link) => toBankLinkAnswer(link, now) });
  }

  @Get(':banklinkoid')
  @OnAccount('details')
  @Shows(bankLinkDocuments, ({ banklinkoid = '' }) =>
    isNumericOid(banklinkoid) ? banklinkoid : undefined,
  )
  @Describes('Get a bank link', { shape: BankLinkAnswer })
  get(
    @Context() { now }: RequestContext,
    @TheAccount() { accountNumber }: AccountView,
    @Shown() link: BankLinkDocument | undefined,
  ) {
    if (link?.accountNumber !== accountNumber) throw new RefusedException(notFound());
    const form = link.nameOnAccount === undefined ? 'erased' : undefined;
    return Answer.ok(toBankLinkAnswer(link, now), { revision: bankLinkRevision(link, now), form });
  }

  @Put(':banklinkoid')
  @OnAccount('moveMoney')
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
    @LenientBody(CancelBankLinkDto) body: Body<CancelBankLinkDto>,
  ) {
    const { accountNumber } = account;
    await requireBankLink(this.aggregates, accountNumber, bankLinkOid);
    const request = { account, accountNumber, bankLinkOid, input: requireValid(body) };
    const command = new CancelBankLinkCommand(request, context);
    return Answer.updated(await this.commands.execute(command));
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
    return Answer.ok({ amounts: await this.sent.amounts(accountNumber, oid, past?.asOf) });
  }
}

/** Operator route for bank links. */
@Controller('operator/achbanklinks/:banklinkoid')
export class OperatorBankLinksController {
  constructor(private readonly commands: CommandBus) {}

  /** Forgets the wrong attempts at the bank account of a link, on all links of its owner to it. */
  @Post('unlock')
  @ForRoles('operator')
  @Describes('Allow the bank account of a link to be verified again', { status: 204 })
  async unlock(@Context() context: RequestContext, @Param('banklinkoid') bankLinkOid: string) {
    const command = new UnlockBankAccountCommand({ bankLinkOid }, context);
    return Answer.empty(await this.commands.execute(command));
  }
}
