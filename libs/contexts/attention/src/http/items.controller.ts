import { Controller, Get, Param, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ActingPersons } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Answer,
  type Body,
  Context,
  Describes,
  LenientBody,
  LenientQuery,
  listAnswer,
  RefusedException,
  type RequestContext,
  requireValid,
} from '#libs/platform/http';
import { notFound } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { ForRoles } from '#libs/platform/service';
import {
  formOfItem,
  itemDocuments,
  ITEMS_OF_MEMBER,
  toItemAnswer,
} from '../read-models/item.document.js';
import { actionProblem } from '../domain/item.js';
import { requireItem, RespondToItemCommand } from '../use-cases/respond-to-item.js';
import { ItemAnswer, ListItemsQuery, RespondToItemDto } from './item.dto.js';
import { itemRules } from '../domain/items-rules.js';

/** The items for attention of a member ([ifa.get], [ifa.respond]). */
@Controller('restapi/members/:loginid/ifas')
export class ItemsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly readModels: ReadModels,
    private readonly aggregates: AggregateStore,
    private readonly persons: ActingPersons,
  ) {}

  /** Every item of the member by id, answered ones too; the query narrows by type and status. */
  @Get()
  @ForRoles('client', 'auditor')
  @Describes('List the items for attention of a member', { shape: ItemAnswer, list: true })
  async list(
    @Param('loginid') loginId: string,
    @Context() context: RequestContext,
    @LenientQuery(ListItemsQuery) query: Body<ListItemsQuery>,
  ) {
    await this.persons.member('read', loginId, context);
    const wanted = requireValid(query);
    const { ifaType = [], ifaStatus = [] } = wanted;
    const selection = { index: ITEMS_OF_MEMBER, equals: [loginId] };
    return listAnswer(wanted, {
      page: this.readModels.of(itemDocuments).pages(selection, context.consistency),
      keep: (item) =>
        (ifaType.length === 0 || ifaType.includes(item.ifaType)) &&
        (ifaStatus.length === 0 || ifaStatus.includes(item.ifaStatus)),
      show: toItemAnswer,
    });
  }

  /** [ifa.get]. Reading is no view: `PUT` with action V is. */
  @Get(':id')
  @ForRoles('client', 'auditor')
  @Describes('Get an item for attention', { shape: ItemAnswer })
  async get(
    @Param('loginid') loginId: string,
    @Param('id') id: string,
    @Context() context: RequestContext,
  ) {
    await this.persons.member('read', loginId, context);
    const item = await this.readModels.of(itemDocuments).shown(id, context.consistency);
    if (item?.loginId !== loginId) throw new RefusedException(notFound());
    return Answer.ok(toItemAnswer(item), { revision: item.revision, form: formOfItem(item) });
  }

  /** Agrees, rejects or views ([ifa.respond]). */
  @Put(':id')
  @ForRoles('client')
  @Describes('View or answer an item for attention', {
    errors: itemRules.of(
      'ifa.expired.rule',
      'ifa.final.rule',
      'ifa.not.started.rule',
      'ifa.view.required.rule',
      'ifa.views.exhausted.rule',
    ),
  })
  async respond(
    @Param('loginid') loginId: string,
    @Param('id') id: string,
    @Context() context: RequestContext,
    @LenientBody(RespondToItemDto) body: Body<RespondToItemDto>,
  ) {
    const { caller } = context;
    // Before If-Match is looked at: its 412 would tell that another member has an item of this id.
    const { memberOid } = await this.persons.member('answer', loginId, context);
    const item = await requireItem(this.aggregates, loginId, id);
    const { action } = requireValid(body, actionProblem(item, body.value.action));
    // An API client has no member id: its own login id tells who acted.
    const actorOid = caller.member === loginId ? memberOid : (caller.member ?? caller.id);
    const asked = { id, loginId, actorOid, action };
    const outcome = await this.commands.execute(new RespondToItemCommand(asked, context));
    return Answer.updated(outcome);
  }
}
