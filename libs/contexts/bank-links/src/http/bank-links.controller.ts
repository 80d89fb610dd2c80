import { Controller, Get, Param, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type AccountView, OnAccount, Shown, Shows, TheAccount } from '#libs/contexts/accounts';
import { AggregateStore, dataOf } from '#libs/platform/event-store';
import {
  Answer,
  type Body,
  commandMetadata,
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
import { CancelBankLinkCommand } from '../use-cases/cancel-bank-link.js';
import { CreateBankLinkCommand } from '../use-cases/create-bank-link.js';
import {
  type BankLinkDocument,
  bankLinkDocuments,
  BankLinkIndex,
  bankLinkRevision,
  toBankLinkAnswer,
} from '../read-models/bank-link.document.js';
import { BankLinkAnswer, CancelBankLinkDto, CreateBankLinkDto } from './bank-link.dto.js';
import { requireBankLink } from '../find-bank-link.js';
import { bankLinkRules } from '../domain/bank-link-rules.js';

/** The bank links of an account ([bank-link.create], [bank-link.cancellation]). */
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
  ): Promise<Answer> {
    const outcome = await this.commands.execute(
      new CreateBankLinkCommand({ account, input: requireValid(body) }, commandMetadata(context)),
    );
    const { accountNumber, bankLinkOid } = dataOf(outcome, 'bankLink.BankLinkCreated');
    const path = resourcePath`/restapi/accounts/${accountNumber}/achbanklinks/${bankLinkOid}`;
    return Answer.created(path, outcome);
  }

  /** Every link of the account, cancelled ones too, the oldest first. */
  @Get()
  @OnAccount('details')
  @Describes('List the bank links of an account', { shape: BankLinkAnswer, list: true })
  async list(
    @Context() { consistency, now }: RequestContext,
    @TheAccount() { accountNumber }: AccountView,
    @LenientQuery(PageQuery) query: Body<PageQuery>,
  ): Promise<Answer<readonly BankLinkAnswer[]>> {
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
  ): Answer<BankLinkAnswer> {
    if (link?.accountNumber !== accountNumber) throw new RefusedException(notFound());
    const form = link.nameOnAccount === undefined ? 'erased' : undefined;
    return Answer.ok(toBankLinkAnswer(link, now), { revision: bankLinkRevision(link, now), form });
  }

  /** [bank-link.cancel] */
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
  ): Promise<Answer> {
    const { accountNumber } = account;
    await requireBankLink(this.aggregates, accountNumber, bankLinkOid);
    const asked = { account, accountNumber, bankLinkOid, input: requireValid(body) };
    const outcome = await this.commands.execute(
      new CancelBankLinkCommand(asked, commandMetadata(context), context.ifMatch),
    );
    return Answer.updated(outcome);
  }
}
