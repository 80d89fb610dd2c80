import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ActingPersons, memberDecider } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Context,
  Describes,
  Fields,
  FieldsOf,
  listAnswer,
  type RequestContext,
  Response,
  type RowRequest,
  ForRoles,
} from '#libs/platform/http';
import {
  FieldCode,
  fieldProblem,
  isLoginId,
  isOid,
  notFound,
  type Problem,
  RefusedException,
} from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { BackOfficeRow, DirectCommand } from '#libs/platform/service';
import { itemDocuments, ITEMS_OF_MEMBER } from './item.document.js';
import {
  formOfItem,
  ItemResponse,
  ListItemsQuery,
  PutItemDto,
  RespondToItemDto,
  toItemResponse,
} from './item.dto.js';
import { PutItemCommand } from './item.handlers.js';
import { actionProblem, type Item, itemForAttention, itemRules } from './item.js';

/** Items for attention of a member ([ifa.get], [ifa.respond]). */
@Controller('restapi/members/:loginid/ifas')
export class ItemsForAttentionController {
  constructor(
    private readonly commands: CommandBus,
    private readonly readModels: ReadModels,
    private readonly aggregates: AggregateStore,
    private readonly persons: ActingPersons,
  ) {}

  @Get()
  @ForRoles('client', 'auditor')
  @Describes('List the items for attention of a member', { shape: ItemResponse, list: true })
  async list(
    @Param('loginid') loginId: string,
    @Context() context: RequestContext,
    @Query(FieldsOf(ListItemsQuery)) query: Fields<ListItemsQuery>,
  ) {
    await this.persons.member('read', loginId, context);
    const wanted = query.with();
    const { ifaType = [], ifaStatus = [] } = wanted;
    const selection = { index: ITEMS_OF_MEMBER, equals: [loginId] };
    return listAnswer(wanted, {
      page: this.readModels.of(itemDocuments).pages(selection, context.consistency),
      keep: (item) =>
        (ifaType.length === 0 || ifaType.includes(item.ifaType)) &&
        (ifaStatus.length === 0 || ifaStatus.includes(item.ifaStatus)),
      show: toItemResponse,
    });
  }

  /** Does not count as a view; `PUT` with action V does ([ifa.get]). */
  @Get(':id')
  @ForRoles('client', 'auditor')
  @Describes('Get an item for attention', { shape: ItemResponse })
  async get(
    @Param('loginid') loginId: string,
    @Param('id') id: string,
    @Context() context: RequestContext,
  ) {
    await this.persons.member('read', loginId, context);
    const item = await this.readModels.of(itemDocuments).shown(id, context.consistency);
    if (item?.loginId !== loginId) throw new RefusedException(notFound());
    return Response.ok(toItemResponse(item), { revision: item.revision, form: formOfItem(item) });
  }

  /** [ifa.respond] */
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
    @Body(FieldsOf(RespondToItemDto)) body: Fields<RespondToItemDto>,
  ) {
    const { caller } = context;
    // before If-Match is checked: a 412 would reveal that another member has an item with this id
    const { memberOid } = await this.persons.member('answer', loginId, context);
    const item = await this.#item(loginId, id);
    const { action } = body.with(actionProblem(item, body.value.action));
    // an API client has no member id, so its login id is recorded
    const actorOid = caller.member === loginId ? memberOid : (caller.member ?? caller.id);
    const command = { type: 'RespondToItem', id, loginId, actorOid, action } as const;
    const direct = new DirectCommand(itemForAttention, id, command, context);
    return Response.updated(await this.commands.execute(direct));
  }

  async #item(loginId: string, id: string): Promise<Item> {
    const loaded = isOid(id) ? await this.aggregates.load(itemForAttention, id) : undefined;
    const item = loaded?.state?.item;
    if (item?.loginId !== loginId) throw new RefusedException(notFound());
    return item;
  }
}

/** Items for attention from the back office ([back-office.ifas]). */
@Controller()
export class BackofficeItemsForAttentionController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
  ) {}

  @BackOfficeRow('members/:loginid/ifas/:id', {
    summary: 'Raise or change an item for attention',
    body: PutItemDto,
    partition: ({ id }) => `item ${id}`,
    request: {
      ifaType: 'NO',
      targetOid: 'RA1B2C3D4E',
      targetOidType: 'A',
      forceView: true,
      readDocumentPath: '/documents/r',
    },
    errors: itemRules.of('ifa.id.taken.rule', 'ifa.target.rule'),
  })
  async put({
    params: { loginid: loginId, id },
    body,
    context,
  }: RowRequest<PutItemDto, 'loginid' | 'id'>) {
    if (!isLoginId(loginId) || !isOid(id)) throw new RefusedException(notFound());
    const { member } = (await this.aggregates.load(memberDecider, loginId)).state;
    if (!member) throw new RefusedException(notFound());
    const { memberOid, firmOid: firmId } = member;
    const report = body.with(memberProblem(body.value, memberOid)).report();
    const payload = { id, loginId, member: { memberOid, firmId }, ...report };
    const outcome = await this.commands.execute(new PutItemCommand(payload, context));
    return Response.updated(outcome);
  }
}

/** A member id in the body must be that of the member in the path. */
function memberProblem(
  { memberOid: sent }: Pick<PutItemDto, 'memberOid'>,
  memberOid: string,
): Problem | undefined {
  if ((sent ?? memberOid) === memberOid) return undefined;
  const message = 'Not the member id of the member in the path.';
  return fieldProblem('memberOid', FieldCode.Value, message);
}
