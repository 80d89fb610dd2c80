import { Controller, Get, Param, Post, Put } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  type AccountView,
  OnAccount,
  restrictionProblem,
  Shown,
  Shows,
  TheAccount,
} from '#libs/contexts/accounts';
import { AggregateStore, type Outcome } from '#libs/platform/event-store';
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
  throwIfRefused,
} from '#libs/platform/http';
import { isNumericOid, notFound } from '#libs/platform/kernel';
import { carryOut, pagesBy } from '#libs/platform/service';
import { BankLinkFacts } from '../bank-link-facts.js';
import { bankLinkOidOf, CreateBankLinkCommand } from '../use-cases/create-bank-link.js';
import {
  type BankLinkDocument,
  bankLinkDocuments,
  BankLinkIndex,
  bankLinkRevision,
  toBankLinkBody,
} from '../read-models/bank-link.document.js';
import { bankLink } from '../domain/bank-link.js';
import { BankLinkDto, CancelBankLinkDto, CreateBankLinkDto } from './bank-link.dto.js';
import { requireBankLink } from '../require-bank-link.js';
import { bankLinkRules } from '../domain/bank-link-rules.js';

/** The bank links of an account ([bank-link.create], [bank-link.cancellation]). */
@Controller('restapi/accounts/:accountnumber/achbanklinks')
export class BankLinksController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly aggregates: AggregateStore,
    private readonly facts: BankLinkFacts,
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
    @LenientBody(CreateBankLinkDto) { value: input, problems }: Body<CreateBankLinkDto>,
  ): Promise<Answer> {
    const metadata = commandMetadata(context);
    const outcome = throwIfRefused(
      await this.commands.execute(new CreateBankLinkCommand(account, input, problems, metadata)),
    );
    const oid = bankLinkOidOf(metadata.commandId);
    const path = resourcePath`/restapi/accounts/${account.accountNumber}/achbanklinks/${oid}`;
    return Answer.created(path, await this.#left(oid, outcome));
  }

  /** Every link of the account, cancelled ones too, the oldest first. */
  @Get()
  @OnAccount('details')
  @Describes('List the bank links of an account', { shape: BankLinkDto, list: true })
  async list(
    @Context() { consistency, now }: RequestContext,
    @TheAccount() { accountNumber }: AccountView,
    @LenientQuery(PageQuery) query: Body<PageQuery>,
  ): Promise<Answer> {
    const selection = { index: BankLinkIndex.Account, equals: [accountNumber] };
    const page = pagesBy(this.queries, bankLinkDocuments, selection, consistency);
    return listAnswer(requireValid(query), { page, show: (link) => toBankLinkBody(link, now) });
  }

  @Get(':banklinkoid')
  @OnAccount('details')
  @Shows(bankLinkDocuments, ({ banklinkoid = '' }) =>
    isNumericOid(banklinkoid) ? banklinkoid : undefined,
  )
  @Describes('Get a bank link', { shape: BankLinkDto })
  get(
    @Context() { now }: RequestContext,
    @TheAccount() { accountNumber }: AccountView,
    @Shown() link: BankLinkDocument | undefined,
  ): Answer {
    if (link?.accountNumber !== accountNumber) throw new RefusedException(notFound());
    const form = link.nameOnAccount === undefined ? 'erased' : undefined;
    return Answer.ok(toBankLinkBody(link, now), { revision: bankLinkRevision(link, now), form });
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
    @LenientBody(CancelBankLinkDto) { value: input, problems }: Body<CancelBankLinkDto>,
  ): Promise<Answer> {
    const { accountNumber } = account;
    // before If-Match is looked at: its 412 would tell that another account has a link of this id
    await requireBankLink(this.aggregates, accountNumber, bankLinkOid);
    const [owner, transactionsInProcess] = await Promise.all([
      this.facts.owner(account, input.ownerLoginId),
      this.facts.transactionsInProcess(bankLinkOid),
    ]);
    const restriction = restrictionProblem(account, 'bankLink');
    const facts = { ...owner, transactionsInProcess, restriction };
    const outcome = await carryOut(
      this.commands,
      context,
      bankLink,
      bankLinkOid,
      { type: 'CancelBankLink', accountNumber, bankLinkOid, input, problems, facts },
      { expectedRevision: context.ifMatch },
    );
    return Answer.updated(outcome);
  }

  /** Where a creation and its reactions left the link: without what others appended since. */
  async #left(
    oid: string,
    { revision, position }: Outcome,
  ): Promise<Pick<Outcome, 'revision' | 'position'>> {
    const now = await this.aggregates.recall(bankLink, oid);
    return { revision: now.position <= position ? now.revision : revision, position };
  }
}
