import {
  Bool,
  Code,
  type Failure,
  type Form,
  Identifier,
  Int,
  IsoTimestamp,
  ListOfText,
  ObjectOf,
  PageQuery,
  ResponseOf,
  sameAs,
  Text,
} from '#libs/platform/http';
import {
  codesOf,
  defined,
  FieldCode,
  jsonForm,
  type Timestamp,
  wireTimestamp,
  mustBe,
} from '#libs/platform/kernel';
import { type IfaStatus, IfaStatuses, type IfaType, IfaTypes } from '#libs/contexts/codes';
import type { ItemDocument } from './item.document.js';
import type { DocumentKey } from './item.events.js';
import {
  type IfaAction,
  IfaActions,
  type IfaTargetType,
  IfaTargetTypes,
  type PutItem,
  UNLIMITED_VIEWS,
  viewsIn,
} from './item.js';

/** Ids and paths of other systems, stored as sent. */
const FOREIGN = { max: 500, printable: 'line' } as const;

/** Id of an account or a bank link; shorter, since it is part of document keys. */
const TARGET = { ...FOREIGN, max: 64 };

const VIEWS = { description: `Number of views; ${UNLIMITED_VIEWS}: unlimited` };

function viewsProblem(views: number): Failure | undefined {
  if (viewsIn(views) >= 0) return undefined;
  const message = mustBe(`a whole number from 0, or ${UNLIMITED_VIEWS} for no limit`);
  return { code: FieldCode.Value, message };
}

const TYPES = codesOf(IfaTypes);

const STATUSES = codesOf(IfaStatuses);

/** Query of `GET …/ifas` (own); the filters are combined with AND. */
export class ListItemsQuery extends PageQuery {
  @ListOfText('Only items of these types', { codes: TYPES, commaSeparated: true })
  ifaType?: readonly string[];

  @ListOfText('Only items of these statuses', { codes: STATUSES, commaSeparated: true })
  ifaStatus?: readonly string[];
}

/** Body of `PUT …/ifas/{id}` ([ifa.respond]). */
export class RespondToItemDto {
  @Code(IfaActions, 'What the member does. Only items of type BV can be rejected', {
    required: true,
  })
  action!: IfaAction;
}

/** `readDocumentKey` and `writeDocumentKey`. */
class DocumentKeyDto implements DocumentKey {
  @Identifier('Key of the document', { ...FOREIGN, required: true, example: 'd-1' })
  documentKey!: string;

  @Identifier('Partner the document belongs to', { ...FOREIGN, example: 'p' })
  documentPartnerCode: string | null = null;
}

/** Body of the back office's PUT of an item: the fields of the GET, with both spellings of the first three keys. */
export class PutItemDto {
  @Identifier('Id of the path', { example: 'memorandum' })
  id?: string;

  @Identifier('Another spelling of id', { example: '1' })
  itemForAttentionId?: string;

  @Code(TYPES, 'Required in one of its spellings', {
    required: ({ itemForAttentionType }: PutItemDto) => itemForAttentionType === null,
  })
  ifaType: IfaType | null = null;

  @Code(TYPES, 'Another spelling of ifaType', { check: sameAs('ifaType') })
  itemForAttentionType: IfaType | null = null;

  @Code(STATUSES, 'If omitted, unchanged; I for a new item')
  ifaStatus?: IfaStatus;

  @Code(STATUSES, 'Another spelling of ifaStatus', { check: sameAs('ifaStatus') })
  itemForAttentionStatus?: IfaStatus;

  @Identifier('What the item is about: an account number or the id of a bank link', {
    ...TARGET,
    required: ({ targetOidType }: PutItemDto) => typeof targetOidType === 'string',
    example: 'RA1B2C3D4E',
  })
  targetOid: string | null = null;

  @Code(IfaTargetTypes, 'What targetOid names', {
    required: ({ targetOid }: PutItemDto) => typeof targetOid === 'string',
    example: 'A',
  })
  targetOidType: IfaTargetType | null = null;

  @Bool('Whether a response is required')
  forceResponse = false;

  @Bool('Whether the document must be viewed before the response')
  forceView = false;

  @Int({
    ...VIEWS,
    check: (views, _now, { numberOfViews = UNLIMITED_VIEWS }: Partial<PutItemDto>) =>
      viewsProblem(views) ??
      (viewsIn(views) > viewsIn(numberOfViews)
        ? { code: FieldCode.Value, message: 'It is more than numberOfViews.' }
        : undefined),
  })
  viewsRemaining?: number;

  @Int({ ...VIEWS, check: viewsProblem })
  numberOfViews = UNLIMITED_VIEWS;

  @Identifier('Who responded; if omitted, unchanged', {
    ...FOREIGN,
    nullable: true,
    example: '1730225935901564',
  })
  actorOid?: string | null;

  @IsoTimestamp('Time of the response; if omitted, unchanged', { past: true, nullable: true })
  actionDateTime?: Timestamp | null;

  @IsoTimestamp('Time of the last view; if omitted, unchanged', { past: true, nullable: true })
  viewDateTime?: Timestamp | null;

  @IsoTimestamp('When the member may first respond')
  startDate: Timestamp | null = null;

  @IsoTimestamp('No response is accepted from this time on', {
    check: (end, _now, { startDate }: PutItemDto) =>
      (startDate ?? end) > end
        ? { code: FieldCode.Value, message: 'It is before startDate.' }
        : undefined,
  })
  expirationDate: Timestamp | null = null;

  @Identifier('Priority among the items', { ...FOREIGN, example: '1' })
  priority: string | null = null;

  @ObjectOf(() => DocumentKeyDto, 'Document to read')
  readDocumentKey: DocumentKeyDto | null = null;

  @ObjectOf(() => DocumentKeyDto, 'Document to write')
  writeDocumentKey: DocumentKeyDto | null = null;

  @Text('Path of the document to read', { ...FOREIGN, example: '/documents/r' })
  readDocumentPath: string | null = null;

  @Text('Path of the document to write', { ...FOREIGN, example: '/documents/w' })
  writeDocumentPath: string | null = null;

  @Identifier('Member id of the member in the path', { example: '1730225935901564' })
  memberOid?: string;

  /** The content of a valid body. */
  report(): Pick<PutItem, 'ids' | 'content' | 'handling'> {
    const { id, itemForAttentionId, itemForAttentionType, memberOid, ...rest }: PutItemDto = this;
    const { ifaType, ifaStatus, itemForAttentionStatus, viewsRemaining, actorOid, ...more } = rest;
    const { actionDateTime, viewDateTime, ...content } = more;
    const type = ifaType ?? itemForAttentionType;
    if (type === null) throw new Error('the body is not valid: it has no type');
    const status = ifaStatus ?? itemForAttentionStatus;
    const handling = { ifaStatus: status, viewsRemaining, actorOid, actionDateTime, viewDateTime };
    return {
      ids: defined({ id, itemForAttentionId }),
      content: jsonForm({ ...content, ifaType: type }),
      handling: defined(handling),
    };
  }
}

/** An item as GET returns it: every field, three keys in both spellings ([ifa.get], [request.output]). */
export class ItemResponse extends ResponseOf(PutItemDto, {
  ifaType: 'always',
  itemForAttentionType: 'always',
}) {}

/** The form of a response: `erased` if it had texts from the back office that have been erased. */
export function formOfItem({ erased }: ItemDocument): Form | undefined {
  return erased && 'erased';
}

/** The item as GET returns it. */
export function toItemResponse(item: ItemDocument): ItemResponse {
  return {
    id: item.id,
    itemForAttentionId: item.id,
    ifaType: item.ifaType,
    itemForAttentionType: item.ifaType,
    ifaStatus: item.ifaStatus,
    itemForAttentionStatus: item.ifaStatus,
    targetOid: item.targetOid,
    targetOidType: item.targetOidType,
    forceResponse: item.forceResponse,
    forceView: item.forceView,
    viewsRemaining: item.viewsRemaining,
    numberOfViews: item.numberOfViews,
    actorOid: item.actorOid,
    actionDateTime: item.actionDateTime && wireTimestamp(item.actionDateTime),
    viewDateTime: item.viewDateTime && wireTimestamp(item.viewDateTime),
    startDate: item.startDate && wireTimestamp(item.startDate),
    expirationDate: item.expirationDate && wireTimestamp(item.expirationDate),
    priority: item.priority,
    readDocumentKey: item.readDocumentKey,
    writeDocumentKey: item.writeDocumentKey,
    readDocumentPath: item.readDocumentPath,
    writeDocumentPath: item.writeDocumentPath,
    memberOid: item.memberOid,
  };
}
