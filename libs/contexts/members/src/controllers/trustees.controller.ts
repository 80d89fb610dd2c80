import { Controller, Get, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { dataOf } from '#libs/platform/event-store';
import {
  Answer,
  type Body,
  commandMetadata,
  Context,
  Describes,
  LenientBody,
  nextPage,
  RefusedException,
  type RequestContext,
  resourcePath,
  StrictQuery,
  throwIfRefused,
} from '#libs/platform/http';
import { isLoginId, notFound } from '#libs/platform/kernel';
import { type Page } from '#libs/platform/read-models';
import { DocumentById, DocumentsBy, ForRoles } from '#libs/platform/service';
import { firmOf, formOf, OwnProfiles, TaxIds, visible } from '../access.js';
import { ActingPersons } from '../acting-persons.js';
import { CreateTrusteeCommand } from '../commands/index.js';
import {
  type TrusteeDocument,
  trusteeDocuments,
  trusteeView,
  type View,
} from '../documents/index.js';
import { CreateTrusteeDto, MOST_ENTRIES, PageQuery, TrusteeAnswer } from '../dto/index.js';
import { memberRules } from '../rule-codes.js';

/** Trustees of corporate accounts (decisions §4). */
@Controller('restapi/trustees')
export class TrusteesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly taxIds: TaxIds,
    private readonly profiles: OwnProfiles,
    private readonly persons: ActingPersons,
  ) {}

  @Post()
  @ForRoles('client')
  @Describes('Create a trustee', {
    request: {
      loginId: 'tess.fox',
      firstName: 'Tess',
      lastName: 'Fox',
      dateOfBirth: '1970-01-31',
      email1: 'tess@example.com',
    },
    errors: memberRules(
      'member.legal.age.state.rule',
      'member.primary.address.cannot.be.po.box',
      'member.unique.login.id',
    ),
  })
  async create(
    @Context() context: RequestContext,
    @LenientBody(CreateTrusteeDto) body: Body<CreateTrusteeDto>,
  ): Promise<Answer> {
    const firmId = await this.persons.openingFirm(context);
    const outcome = throwIfRefused(
      await this.commands.execute(new CreateTrusteeCommand(body, firmId, commandMetadata(context))),
    );
    const { loginId } = dataOf(outcome, 'trustee.TrusteeCreated');
    return Answer.created(resourcePath`/restapi/trustees/${loginId}`, outcome);
  }

  /**
   * The trustees of the caller's firm by login id: for a person those the person created and the own, for an auditor those of all
   * firms. A `Link` header leads to the next page.
   */
  @Get()
  @ForRoles('client', 'auditor')
  @Describes('List trustees', {
    shape: TrusteeAnswer,
    list: true,
  })
  async list(
    @Context() context: RequestContext,
    @StrictQuery(PageQuery) { limit = MOST_ENTRIES, cursor }: PageQuery,
  ): Promise<Answer> {
    const { items, next } = await this.#page(context, limit, cursor);
    const views = await Promise.all(items.map((trustee) => this.#view(context, trustee)));
    const headers = nextPage('/restapi/trustees', { limit, asOf: context.asOf }, next);
    return Answer.ok(views, { headers });
  }

  @Get(':loginid')
  @ForRoles('client', 'auditor')
  @Describes('Get a trustee', { shape: TrusteeAnswer })
  async get(
    @Context() context: RequestContext,
    @Param('loginid') loginId: string,
  ): Promise<Answer> {
    if (!isLoginId(loginId)) throw new RefusedException(notFound());
    const { caller, consistency } = context;
    const found = await this.queries.execute(
      new DocumentById(trusteeDocuments, loginId, consistency),
    );
    const trustee = visible(caller, found, found?.firmId);
    await this.profiles.checkOneOf(context, ...trustee.readers);
    const whole = await this.#wholeTaxId(context, trustee);
    const { revision } = trustee;
    return Answer.ok(trusteeView(trustee, whole), { revision, form: formOf(trustee, whole) });
  }

  async #page(
    context: RequestContext,
    limit: number,
    after: string | undefined,
  ): Promise<Page<TrusteeDocument>> {
    const { caller, consistency } = context;
    const page = { limit, ...(after !== undefined && { after }) };
    const person = await this.persons.person(context);
    const selection =
      person === undefined
        ? {
            index: 'byFirm',
            equals: caller.roles.includes('auditor') ? [] : [firmOf(caller)],
            ...page,
          }
        : { index: 'byReader', equals: [firmOf(caller), person], ...page };
    return this.queries.execute(new DocumentsBy(trusteeDocuments, selection, consistency));
  }

  async #view(context: RequestContext, trustee: TrusteeDocument): Promise<View> {
    return trusteeView(trustee, await this.#wholeTaxId(context, trustee));
  }

  #wholeTaxId(
    context: RequestContext,
    { firmId, tid, loginId }: TrusteeDocument,
  ): Promise<string | undefined> {
    return this.taxIds.whole(context, firmId, tid, `member:${loginId}`);
  }
}
