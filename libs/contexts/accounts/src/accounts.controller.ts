import { Body, Controller, Get, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ActingPersons, TaxIds } from '#libs/contexts/members';
import { dataOf } from '#libs/platform/event-store';
import {
  Context,
  Describes,
  Fields,
  FieldsOf,
  listAnswer,
  MAX_PAGE_SIZE,
  type RequestContext,
  resourcePath,
  Response,
  sortOf,
  ForRoles,
} from '#libs/platform/http';
import { forbidden, RefusedException, throwIfProblems } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { Subject } from '#libs/contexts/codes';
import { accountRules } from './account-state.js';
import {
  type AccountDocument,
  accountDocuments,
  AccountIndex,
  type AccountView,
  sealedIn,
} from './account.document.js';
import {
  accountFilter,
  AccountResponse,
  type AccountSort,
  AccountsQuery,
  formOf,
  OpenAccountBody,
  toAccountResponse,
  UpdateAccountBody,
} from './account.dto.js';
import { OpeningFactsLookup } from './account.facts.js';
import { OnAccount, OnClosedToo, TheAccount, TheAccountDocument } from './account.guard.js';
import { OpenAccountCommand, UpdateAccountCommand } from './account.handlers.js';
import { closedRefusal } from './closing.js';
import { otherTypeProblems } from './opening.js';

/** The index for each sort key: of all accounts of a firm, and of those a member holds a permission on. */
const SORTED = {
  accountNumber: { ofFirm: AccountIndex.Firm, ofHolder: AccountIndex.Holder },
  accountName: { ofFirm: AccountIndex.FirmByName, ofHolder: AccountIndex.HolderByName },
  creationDate: { ofFirm: AccountIndex.FirmByDate, ofHolder: AccountIndex.HolderByDate },
} as const satisfies Record<AccountSort, object>;

/** Opens, updates and reads accounts ([account.create], [account.update], [account.get]). */
@Controller('restapi/accounts')
export class AccountsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly readModels: ReadModels,
    private readonly persons: ActingPersons,
    private readonly people: OpeningFactsLookup,
    private readonly taxIds: TaxIds,
  ) {}

  /** [account.create] */
  @Post()
  @ForRoles('client')
  @Describes('Create an account', {
    request: {
      accountName: 'Jane first',
      accountType: 'I',
      billingPlanOid: '2000001',
      primaryAccountOwner: 'jane.doe',
      defaultTaxLotSelection: 'LGHL',
    },
    errors: accountRules.of(
      'account.beneficiary.share.rule',
      'account.firm.single.account.rule',
      'account.invalid.billing.plan',
      'account.invalid.joint.owner',
      'account.invalid.primary.owner',
      'account.invalid.trustee',
      'account.minor.age.rule',
      'account.unique.name.rule',
      'invalid.for.account.type',
    ),
  })
  async open(
    @Context() context: RequestContext,
    @Body(FieldsOf(OpenAccountBody)) body: Fields<OpenAccountBody>,
  ) {
    const { firmId, member } = context.caller;
    if (firmId === undefined || member === undefined) throw new RefusedException(forbidden());
    const person = await this.persons.restrictedTo(context);
    if (person !== undefined && !(await this.people.hasPart(person, body.value))) {
      const message = 'A person opens accounts only as owner, trustee or firm rep.';
      throw new RefusedException(forbidden(message));
    }
    const payload = { input: body.with(), firmId, createdBy: member };
    const outcome = await this.commands.execute(new OpenAccountCommand(payload, context));
    const { accountNumber } = dataOf(outcome, 'account.AccountOpened');
    return Response.created(resourcePath`/restapi/accounts/${accountNumber}`, outcome);
  }

  /**
   * Accounts the acting member holds a permission on, or all of the firm for the API client's own login. With `asOf`, the accounts are
   * selected by present rights and shown as they were then.
   */
  @Get()
  @ForRoles('client', 'auditor')
  @Describes('List accounts', { shape: AccountResponse, list: true, pages: MAX_PAGE_SIZE })
  async list(@Context() context: RequestContext, @Query() query: AccountsQuery) {
    const { by, order } = sortOf(query.sort);
    const selection = { ...this.#selection(context, SORTED[by]), order };
    return listAnswer(query, {
      page: this.readModels.of(accountDocuments).pages(selection, context.consistency, 'now'),
      keep: accountFilter(query),
      showAll: async (items) => {
        const unseal = await this.#unseal(context, items);
        return items.map((document) => toAccountResponse(document, unseal));
      },
      defaultLimit: MAX_PAGE_SIZE,
    });
  }

  #selection({ caller }: RequestContext, { ofFirm, ofHolder }: (typeof SORTED)[AccountSort]) {
    const { roles, firmId, member, firmItself } = caller;
    if (roles.includes('auditor')) return { index: ofFirm, equals: [] };
    if (firmId === undefined || member === undefined) throw new RefusedException(forbidden());
    return firmItself === true
      ? { index: ofFirm, equals: [firmId] }
      : { index: ofHolder, equals: [firmId, member] };
  }

  @Get(':accountnumber')
  @OnAccount('summary')
  @Describes('Get an account', { shape: AccountResponse })
  async get(@Context() context: RequestContext, @TheAccountDocument() account: AccountDocument) {
    const unseal = await this.#unseal(context, [account]);
    const { revision } = account;
    const form = formOf(account, unseal !== undefined);
    return Response.ok(toAccountResponse(account, unseal), { revision, form });
  }

  #unseal(context: RequestContext, documents: readonly AccountDocument[]) {
    const shown = documents.map((document) => ({
      firmId: document.firmId,
      subject: Subject.account(document.accountNumber),
      sealed: sealedIn(document),
    }));
    return this.taxIds.unseal(context, shown);
  }

  /** [account.update] */
  @Put(':accountnumber')
  @OnAccount('update')
  @OnClosedToo()
  @Describes('Update an account', {
    request: {
      accountName: 'Jane second',
      defaultTaxLotSelection: 'WLFS',
      longTermTaxRate: '15.5',
      shortTermTaxRate: '37',
    },
    errors: accountRules.of(
      'account.beneficiary.share.rule',
      'account.closing.rule',
      'account.invalid.billing.plan',
      'account.unique.name.rule',
      'invalid.for.account.type',
    ),
  })
  async update(
    @Context() context: RequestContext,
    @TheAccount() account: AccountView,
    @Body(FieldsOf(UpdateAccountBody)) body: Fields<UpdateAccountBody>,
  ) {
    const { value: input, problems } = body;
    const wrong = [...problems, ...otherTypeProblems(input, account.accountType)];
    // that the account is closed takes precedence over problems of fields
    if (account.closed === true && wrong.length > 0) throw new RefusedException(closedRefusal());
    throwIfProblems(wrong);
    const { accountNumber } = account;
    const outcome = await this.commands.execute(
      new UpdateAccountCommand({ accountNumber, input, by: context }, context),
    );
    return Response.updated(outcome, { path: resourcePath`/restapi/accounts/${accountNumber}` });
  }
}
